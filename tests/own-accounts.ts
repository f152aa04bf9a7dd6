import { eq } from 'drizzle-orm'
import { users } from '#api/people/users/table.ts'
import { configurePortal } from './configuration.ts'
import { listMails, readCode } from './email-changes.ts'
import { anonymous, database, type Person } from './portal.ts'
import { drainJobs } from './queue.ts'
import { bodyOf } from './response-body.ts'

export const openOwnAccounts = () => configurePortal({ features: ['OwnAccounts'] })

const password = 'Blåbärspaj-i-juli-2026'
export const adultBirthDate = '1991-06-14'
export const childBirthDate = `${new Date().getFullYear() - 13}-01-01`

let addresses = 0
export const newAddress = () => {
  addresses += 1
  return `eget-konto-${addresses}@elsewhere.example`
}

export const requestCode = (email: string, more: object = {}) =>
  anonymous('POST', '/OwnAccounts/code', { email, ...more })
export const proveCode = (token: string, code: string) => anonymous('POST', '/OwnAccounts/proof', { token, code })

/** Requests a code and returns the token of the attempt after the mail was written. */
export async function startAttempt(email: string): Promise<string> {
  const { token } = await bodyOf<{ token: string }>(requestCode(email))
  await drainJobs()
  return token
}

/** Returns the code that was mailed last. */
export async function loadCode(email: string): Promise<string> {
  for (const { body } of await listMails(email)) {
    const code = /\b\d{6}\b/.exec(body)?.[0]
    if (code) return code
  }
  throw new Error(`no code was mailed to ${email}`)
}

/** Proves an address and returns the proof. */
export async function proveAddress(email: string): Promise<string> {
  const token = await startAttempt(email)
  return (await bodyOf<{ proof: string }>(proveCode(token, await loadCode(email)))).proof
}

/** Sends the form of a new account. */
export const sendForm = (proof: string, more: object = {}) =>
  anonymous('POST', '/OwnAccounts', {
    proof,
    firstName: 'Signe',
    lastName: 'Ek',
    birthDate: adultBirthDate,
    newPassword: password,
    passwordVerification: password,
    acceptsTerms: true,
    ...more,
  })

export interface Outcome {
  state: string
  userName: string | null
}

/** Makes an account with a proven address, and returns the outcome. */
export const createAccount = async (email: string, more: object = {}) =>
  bodyOf<Outcome>(sendForm(await proveAddress(email), more))

export const signInAs = async (username: string) =>
  (await anonymous('POST', '/Authentication/Login', { username, password })).status

export const listPeople = (email: string) => database().query.select().from(users).where(eq(users.email, email))

/** Returns the token of the last consent mail. */
export async function loadConsentToken(email: string): Promise<string> {
  for (const { body } of await listMails(email)) {
    const token = /\/register\/consent\?token=([\w-]+)/.exec(body)?.[1]
    if (token) return token
  }
  throw new Error(`no consent was requested of ${email}`)
}

export const decideConsent = (as: Person, token: string, consents = true) =>
  as.fetch('POST', '/OwnAccounts/consent', { token, consents, relation: 'parent' })

export interface OpenRequests {
  accounts: { id: number; name: string; email: string; candidates: { id: number; name: string }[] }[]
  memberships: { id: number; userId: number; organizationId: number }[]
}

export const listRequests = (as: Person) => as.json<OpenRequests>('GET', '/AccountRequests')
export const decideAccount = (as: Person, id: number, userId: number | null) =>
  as.fetch('POST', `/AccountRequests/${id}/decision`, { userId })
export const decideMembership = (as: Person, id: number, isApproved: boolean) =>
  as.fetch('POST', `/MembershipRequests/${id}/decision`, { isApproved })

export { listMails, readCode }
