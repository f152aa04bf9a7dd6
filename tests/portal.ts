import { env, exports } from 'cloudflare:workers'
import type { HeldRoles, Role } from '#api/actor.ts'
import { cacheTags } from '#api/calls.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { roleExtensions, userRoles } from '#api/people/roles/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { userOrganizations, users } from '#api/people/users/table.ts'
import { createCacheEpoch, invalidate } from '#edge/cache/tag-versions.ts'
import { openDatabase } from '#platform/database.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { bodyOf } from './response-body.ts'
import { inHours } from './time.ts'
import { withVersion } from './versions.ts'

/** Invalidates all cached answers, after a test has written directly into the database. */
export const invalidateCache = () => invalidate({ env, db: database(), cacheEpoch: createCacheEpoch() }, cacheTags)

export const database = () => openDatabase(env.DB, null)

export interface Person {
  id: number
  token: string
  /** Makes a call as this person: method, full path and body. */
  fetch: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
  /** Makes a call that must succeed and reads its JSON answer. */
  json: <Body>(...call: Parameters<Person['fetch']>) => Promise<Body>
  /** Makes a call with a body that is sent unchanged. */
  raw: (method: string, path: string, body: Uint8Array<ArrayBuffer>) => Promise<Response>
}

let people = 0

type PersonOptions = Partial<typeof users.$inferInsert> & {
  roles?: HeldRoles
  organizationIds?: number[]
  /** Time of the last identity verification; now by default. */
  verifiedAt?: Date | null
}

async function insertRoles(userId: number, roles: HeldRoles): Promise<void> {
  const { query } = database()
  for (const [role, lists] of Object.entries(roles) as [Role, HeldRoles[Role]][]) {
    await query.insert(userRoles).values({ userId, role })
    for (const [kind, ids] of Object.entries(lists ?? {}))
      for (const referenceId of ids) {
        await query.insert(roleExtensions).values({ userId, role, kind: kind as 'Organization', referenceId })
      }
  }
}

/** Makes a call exactly as written, without the version that `call` fills in. */
export const exactCall =
  (token: string | null): Person['fetch'] =>
  (method, path, body, headers = {}) =>
    exports.default.fetch(`http://portal.test/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })

export const call =
  (token: string | null, ownId?: number): Person['fetch'] =>
  async (method, path, body, headers = {}) => {
    const edit = await withVersion(method, path, body, ownId)
    return exactCall(token)(method, edit.path, edit.body, headers)
  }

const jsonBy =
  (fetch: Person['fetch']): Person['json'] =>
  async <Body>(...[method, path, ...rest]: Parameters<Person['fetch']>) => {
    const answer = await fetch(method, path, ...rest)
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return bodyOf<Body>(answer)
  }

/** A visitor without a session. */
export const anonymous = call(null)

/** Inserts a person with an active session directly into the database, for tests that are not about signing in. */
export async function signedIn({
  roles = {},
  organizationIds = [],
  verifiedAt,
  ...overrides
}: PersonOptions = {}): Promise<Person> {
  const { query } = database()
  const now = new Date()
  people += 1
  const [user] = await query
    .insert(users)
    .values(
      withUserWords({
        firstName: 'Test',
        lastName: `Person ${people}`,
        userName: `person-${people}-${now.getTime()}`,
        createdAt: now,
        changedAt: now,
        ...overrides,
      }),
    )
    .returning({ id: users.id })
  if (!user) throw new Error('the person was not inserted')
  await insertRoles(user.id, roles)
  for (const organizationId of organizationIds)
    await query.insert(userOrganizations).values({ userId: user.id, organizationId })
  const token = randomToken()
  await query.insert(sessions).values({
    tokenHash: await sha256(token),
    userId: user.id,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: inHours(1, now),
    verifiedAt: verifiedAt === undefined ? now : verifiedAt,
  })
  const raw: Person['raw'] = (method, path, body) =>
    exports.default.fetch(`http://portal.test/api${path}`, {
      method,
      body,
      headers: { authorization: `Bearer ${token}` },
    })
  const fetch = call(token, user.id)
  return { id: user.id, token, fetch, json: jsonBy(fetch), raw }
}
