import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { inject } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import type { AccountAccess } from '#api/office/account-access/contract.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { app } from '#edge/app.ts'
import { call, database, signedIn } from './portal.ts'

const issuer = `http://127.0.0.1:${inject('openIdPort')}/${crypto.randomUUID()}`
export const openIdSettings = {
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'portal-client',
  OIDC_CLIENT_SECRET: 'portal-secret',
  OIDC_GROUP_ROLES: 'office=Administrator;teachers=Educator;board=SuperAdministrator',
}

/** Plans the claims of the next sign-ins at the provider. */
export const planPerson = (claims: object, plan: object = {}) =>
  fetch(`${issuer}/plan`, { method: 'POST', body: JSON.stringify({ claims, ...plan }) })

export const readProvider = async () =>
  (await fetch(`${issuer}/state`)).json<{ reads: { discovery: number; keys: number }; faults: string[] }>()

/** Sends a request to the portal with settings. */
async function send(request: Request, settings: Partial<Env>): Promise<Response> {
  const execution = createExecutionContext()
  const response = await app.fetch(request, { ...env, ...settings }, execution)
  await waitOnExecutionContext(execution)
  return response
}

const sendAs = (token: string | null, method: string, path: string, settings: Partial<Env>) =>
  send(
    new Request(`http://portal.test/api${path}`, { method, headers: { authorization: `Bearer ${token}` } }),
    settings,
  )

/** Reads what gives access to the account of a session, in a portal with settings. */
export const readAccess = async (token: string | null, settings: Partial<Env> = openIdSettings) =>
  (await sendAs(token, 'GET', '/Authentication/access', settings)).json<AccountAccess>()

/** Creates a browser that signs in at the provider, with its cookie; `token` is a session that it has already. */
export function openStaffBrowser(settings: Partial<Env> = openIdSettings, token: string | null = null) {
  let cookie = ''
  const post = async (path: string, body: unknown) => {
    const request = new Request(`http://portal.test/api/ExternalLogin/oidc${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    const response = await send(request, settings)
    const key = response.headers.getSetCookie().find((text) => text.startsWith('browser-key='))
    if (key) cookie = key.split(';')[0] ?? ''
    return response
  }
  /** Starts a sign-in, goes to the provider and returns the query that it leads back with. */
  const visitProvider = async (returnUrl: string | null = null) => {
    const { url } = await (await post('/start', { returnUrl })).json<{ url: string }>()
    const answer = await fetch(url, { redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '').search
  }
  const complete = async (search: string) => {
    const response = await post('/complete', { search })
    const body = await response.json<Record<string, string | number>>()
    return { status: response.status, ...body } as { status: number; [field: string]: string | number }
  }
  const signIn = async (returnUrl?: string) => complete(await visitProvider(returnUrl))
  return { post, visitProvider, complete, signIn }
}

/** Lists the roles of a person, by name. */
export const readRoles = async (userId: number) =>
  (await database().query.select().from(userRoles).where(eq(userRoles.userId, userId))).map(({ role }) => role).sort()

/** Lists the actions recorded about a person, by time. */
export const readActions = async (userId: number) =>
  (
    await database()
      .query.select()
      .from(auditEntries)
      .where(eq(auditEntries.targetId, String(userId)))
  )
    .filter(({ targetType }) => targetType === 'user')
    .map(({ action }) => action)

export const groups = (...names: string[]) => ({ groups: names })

/**
 * Creates a person with roles, and a function that signs them in at the provider. It uses the browser of their latest
 * session, and returns the status.
 */
export async function createStaff(roles: HeldRoles, more: Parameters<typeof signedIn>[0] = {}) {
  const subject = crypto.randomUUID()
  const email = `${subject}@forbund.example`
  const person = await signedIn({ email, roles, ...more })
  let { token } = person
  const signIn = async (claims: object = {}, settings: Partial<Env> = openIdSettings) => {
    await planPerson({ sub: subject, email, email_verified: true, ...claims })
    const answer = await openStaffBrowser(settings, token).signIn()
    if (typeof answer['token'] === 'string') token = answer['token']
    return answer.status
  }
  /** Makes a call in the session that the latest sign-in opened. */
  const fetch: typeof person.fetch = (...request) => call(token, person.id)(...request)
  const access = () => readAccess(token)
  /** Disconnects the person by their own call, and returns the status with the code of a refusal. */
  const disconnect = async () => {
    const answer = await sendAs(token, 'DELETE', '/ExternalLogin/oidc/link', openIdSettings)
    return { status: answer.status, code: answer.ok ? null : (await answer.json<{ code: string }>()).code }
  }
  return { person, email, subject, signIn, fetch, access, disconnect, roles: () => readRoles(person.id) }
}
