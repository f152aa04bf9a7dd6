import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { HeldRoles } from '#api/actor.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { newAuthenticator } from './authenticator.ts'
import { anonymous, call, database, type Person, signedIn } from './portal.ts'

export const password = 'Utbildning-2026'
const passwordHash = await hashPassword(password)
let members = 0

export type Member = Person & { userName: string }

/** Creates a person who has just signed in with a password. */
export async function createMember(roles: HeldRoles = {}, email: string | null = null): Promise<Member> {
  members += 1
  const userName = `tva-steg-${members}`
  const person = await signedIn({ userName, passwordHash, roles, email })
  await database().query.update(sessions).set({ openedBy: 'password' }).where(eq(sessions.userId, person.id))
  return { ...person, userName }
}

export const readJson = async <Answer>(response: Promise<Response> | Response) => (await response).json<Answer>()

type Fetch = Person['fetch']

/** Registers a passkey and returns its authenticator and the recovery codes shown. */
export async function addPasskey(fetch: Fetch, name = 'Telefonen') {
  const authenticator = await newAuthenticator()
  const options = await readJson<{ challenge: string; user: { id: string } }>(
    fetch('POST', '/Authentication/passkeys/options', {}),
  )
  const passkey = await authenticator.register(options)
  const response = await fetch('POST', '/Authentication/passkeys', { name, passkey })
  if (!response.ok) throw new Error(await response.text())
  return { authenticator, ...(await response.json<{ recoveryCodes: string[] | null }>()) }
}

/** Returns the code that an authenticator app shows, `steps` time steps from now. */
export const computeCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/**
 * Sets up an authenticator app with the previous code, so that the present one is still unused. Once more when the code
 * has become too old on the way.
 */
export async function addApp(fetch: Fetch) {
  const { setupToken, secret } = await readJson<{ setupToken: string; secret: string }>(
    fetch('POST', '/Authentication/app', {}),
  )
  const confirm = () => fetch('POST', '/Authentication/app/confirm', { setupToken, code: computeCode(secret, -1) })
  const first = await confirm()
  const response = first.ok ? first : await confirm()
  if (!response.ok) throw new Error(await response.text())
  return { secret, ...(await response.json<{ recoveryCodes: string[] | null }>()) }
}

/** Signs in with the password alone and returns calls in that session. */
export async function signInByPassword(userName: string): Promise<Fetch> {
  const answer = await readJson<{ token: string }>(
    anonymous('POST', '/Authentication/Login', { username: userName, password }),
  )
  return call(answer.token)
}

export const isAuthorized = async (fetch: Fetch) => (await fetch('GET', '/Notices')).status === 200
