import { desc, eq } from 'drizzle-orm'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { users } from '#api/people/users/table.ts'
import { decryptMail } from './decrypt-mail.ts'
import { anonymous, database, type Person, signedIn } from './portal.ts'

const { query } = database()
export const password = 'Utbildning-2026'
const passwordHash = await hashPassword(password)
export const childBirthDate = `${new Date().getFullYear() - 15}-01-01`
let people = 0

/** Creates a child in Åre MK, or another person in the same club. */
export async function createMember(overrides: Parameters<typeof signedIn>[0] = {}) {
  people += 1
  const userName = `adress-${people}`
  const given = { userName, email: `${userName}@example.se`, organizationIds: [20], passwordHash, ...overrides }
  return { ...(await signedIn({ firstName: 'Milo', ...given })), userName, email: given.email ?? '' }
}

export const createClubAdministrator = () =>
  signedIn({ firstName: 'Jonas', roles: { OrganizationAdmin: { Organization: [20] } } })
export const createDistrictAdministrator = () => signedIn({ roles: { Administrator: { Organization: [2] } } })

export const editPerson = (by: Person, id: number, given: object) => by.fetch('PUT', `/user/edit/${id}`, given)
export const loadEmail = async (id: number) =>
  (await query.select({ email: users.email }).from(users).where(eq(users.id, id)))[0]?.email
export const listMails = async (recipient: string) =>
  (
    await query.select().from(outboxMails).where(eq(outboxMails.recipient, recipient)).orderBy(desc(outboxMails.id))
  ).map(decryptMail)
export const readCode = async (response: Response) => (await response.json<{ code: string }>()).code

export async function loadLink(recipient: string, kind: 'token' | 'object') {
  for (const { body } of await listMails(recipient)) {
    const found = new RegExp(`/login/email\\?${kind}=([\\w.-]+)`).exec(body)?.[1]
    if (found) return found
  }
  throw new Error(`no ${kind} was mailed to ${recipient}`)
}

export const confirmChange = (token: string) => anonymous('POST', '/Authentication/email/confirm', { token })
export const objectToChange = (token: string) => anonymous('POST', '/Authentication/email/object', { token })
export const requestReset = (username: string) =>
  anonymous('POST', '/Authentication/ForgotPassword/reset', { username, channel: 'email' })
export const listNoticeKinds = async ({ id }: { id: number }) =>
  (await query.select().from(notices).where(eq(notices.userId, id))).map(({ kind }) => kind)

let addresses = 0
export const newAddress = () => {
  addresses += 1
  return `ny-${addresses}@elsewhere.example`
}

/** Sets a new e-mail address as the office and confirms it as its recipient. */
export async function changeEmailAs(office: Person, person: { id: number }) {
  const address = newAddress()
  await editPerson(office, person.id, { email: address })
  const { status } = await confirmChange(await loadLink(address, 'token'))
  if (status !== 204) throw new Error(`the address was not confirmed: ${status}`)
  return address
}
