import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { sessions } from '#api/people/authentication/table.ts'
import { oidcLinks } from '#api/people/external-login/table.ts'
import { integrationAccounts } from '#api/people/integrations/table.ts'
import { provisioningPeople } from '#api/people/provisioning/table.ts'
import { users } from '#api/people/users/table.ts'
import { app } from '#edge/app.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { insertIntegrationAccount } from './integrations.ts'
import { openIdSettings, openStaffBrowser, planPerson } from './openid.ts'
import { call, database } from './portal.ts'
import { inHours } from './time.ts'

interface Resource {
  id: string
  userName: string
  externalId?: string
  active: boolean
  displayName?: string
  name?: { givenName?: string; familyName?: string }
  emails?: { value: string; type: string; primary: boolean }[]
  members?: { value: string }[]
  meta: { location: string; resourceType: string; created: string; lastModified: string }
}

export interface ScimAnswer {
  status: number
  headers: Headers
  body: Resource & {
    totalResults: number
    itemsPerPage: number
    startIndex: number
    Resources: Resource[]
    scimType?: string
    detail: string
    schemas: string[]
  }
}

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

type AccountOptions = Parameters<typeof insertIntegrationAccount>[0]

/**
 * Creates the integration account for staff, and a client that sends its token as an identity provider does. Closes the
 * earlier ones, as a portal has one.
 */
export async function openDirectory(options: AccountOptions = {}, settings: Partial<Env> = openIdSettings) {
  await database().query.update(integrationAccounts).set({ active: false }).where(sql`instr(resources, '"staff"') > 0`)
  const { id: accountId, secret } = await insertIntegrationAccount({ resources: ['staff'], ...options })
  return { accountId, secret, ...connect(secret, settings) }
}

/** Creates a client of SCIM with a token; `settings` are those of the portal. */
export function connect(token: string | null, settings: Partial<Env> = openIdSettings) {
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const request = new Request(`http://portal.test/scim/v2${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/scim+json; charset=utf-8' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const execution = createExecutionContext()
    const response = await app.fetch(request, { ...env, ...settings }, execution)
    await waitOnExecutionContext(execution)
    const text = await response.text()
    const parsed = text === '' ? null : JSON.parse(text)
    return { status: response.status, headers: response.headers, body: parsed } as ScimAnswer
  }
  const patch = (path: string, ...operations: object[]) =>
    send('PATCH', path, { schemas: [patchSchema], Operations: operations })
  const find = (filter: string, kind = 'Users') => send('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)
  return { send, patch, find }
}

let people = 0

/** Returns a person as Entra sends them at first, with attributes that the portal does not keep. */
export function entraPerson(more: object = {}) {
  people += 1
  const name = `anna${people}-${crypto.randomUUID().slice(0, 8)}@forbund.example`
  return {
    schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: crypto.randomUUID(),
    userName: name,
    active: true,
    displayName: 'Anna Ek',
    emails: [{ primary: true, type: 'work', value: name }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Anna Ek', familyName: 'Ek', givenName: 'Anna' },
    title: 'Handläggare',
    roles: [],
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Kansli', employeeNumber: '12' },
    ...more,
  }
}

/** Loads a provisioned person and their account of the portal; the account is null without one. */
export async function readProvisioned(id: string) {
  const { query } = database()
  const [row] = await query.select().from(provisioningPeople).where(eq(provisioningPeople.id, id))
  if (!row) throw new Error('there is no such provisioned person')
  const [user] = row.userId === null ? [] : await query.select().from(users).where(eq(users.id, row.userId))
  return { row, user: user ?? null, userId: row.userId }
}

/** Returns the id of the account of a provisioned person, who must have one. */
export async function accountOf(id: string): Promise<number> {
  const { userId } = await readProvisioned(id)
  if (userId === null) throw new Error('the provisioned person has no account')
  return userId
}

/** Returns the id at the provider of a person with the e-mail address. */
const toSubject = (email: string) => `subject of ${email}`

/** Signs a provisioned person in by the provider, in a new browser, and returns its answer. */
export async function signInProvisioned(id: string, claims: object = {}, settings: Partial<Env> = openIdSettings) {
  const { row } = await readProvisioned(id)
  const email = row.email ?? ''
  await planPerson({ sub: toSubject(email), email, email_verified: true, ...claims })
  return openStaffBrowser(settings).signIn()
}

/** Links the account of a provisioned person to the provider, as a sign-in has done, and returns its id. */
export async function linkProvisioned(id: string): Promise<number> {
  const { row } = await readProvisioned(id)
  const userId = await accountOf(id)
  const now = new Date()
  const subject = toSubject(row.email ?? '')
  const link = { userId, issuer: openIdSettings.OIDC_ISSUER, subject, createdAt: now, signedInAt: now }
  await database().query.insert(oidcLinks).values(link)
  return userId
}

/** Opens a session of an account, and returns the calls in it. */
export async function openSessionOf(userId: number) {
  const token = randomToken()
  const now = new Date()
  await database()
    .query.insert(sessions)
    .values({ tokenHash: await sha256(token), userId, createdAt: now, lastUsedAt: now, expiresAt: inHours(1, now) })
  return call(token, userId)
}
