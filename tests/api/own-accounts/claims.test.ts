import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { notices } from '#api/foundation/notices/table.ts'
import { accountRequests } from '#api/people/own-accounts/table.ts'
import { users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { createClubAdministrator, editPerson, listNoticeKinds } from '../../email-changes.ts'
import { insertFederation } from '../../federation.ts'
import {
  adultBirthDate,
  childBirthDate,
  createAccount,
  decideAccount,
  listMails,
  listPeople,
  listRequests,
  newAddress,
  openOwnAccounts,
  proveAddress,
  readCode,
  sendForm,
  signInAs,
} from '../../own-accounts.ts'
import { anonymous, database, signedIn } from '../../portal.ts'
import { protect } from '../../protection.ts'
import { drainJobs } from '../../queue.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
await openOwnAccounts()
const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const office = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })

/** Inserts a person as a member import does: without password and sign-in. */
async function insertImported(email: string, more: Parameters<typeof signedIn>[0] = {}) {
  return signedIn({ firstName: 'Signe', email, birthOn: adultBirthDate, organizationIds: [20], ...more })
}

const loadPerson = async (id: number) => (await query.select().from(users).where(eq(users.id, id)))[0]
const loadRequest = async (email: string) =>
  (await query.select().from(accountRequests).where(eq(accountRequests.email, email)))[0]

test('the only person with the address and date of birth who has never signed in is claimed', async () => {
  const email = newAddress()
  const imported = await insertImported(email)
  const userName = (await loadPerson(imported.id))?.userName ?? ''
  expect(await createAccount(email.toUpperCase())).toEqual({ state: 'opened', userName })
  expect((await listPeople(email)).map(({ id }) => id)).toEqual([imported.id])
  expect(await loadPerson(imported.id)).toMatchObject({ isExternal: false })
  expect(await signInAs(userName)).toBe(200)
  expect((await listAuditEntries('user')).map(({ action }) => action)).toContain('user.claimed')
})

test('after a wrong date of birth the right one claims nothing until the office has answered', async () => {
  const email = newAddress()
  const imported = await insertImported(email)
  expect(await createAccount(email, { birthDate: '1991-06-15' })).toMatchObject({ state: 'review' })
  expect(await createAccount(email)).toMatchObject({ state: 'review' })
  const minor = { birthDate: childBirthDate, guardianEmail: newAddress() }
  expect(await createAccount(email, minor)).toMatchObject({ state: 'waiting' })
  expect(await createAccount(email)).toMatchObject({ state: 'review' })
  expect((await loadPerson(imported.id))?.passwordHash).toBeNull()
  const { accounts } = await listRequests(superadministrator)
  const requests = accounts.filter((one) => one.email === email)
  expect(requests.length).toBe(1)
  expect((await decideAccount(superadministrator, requests[0]?.id ?? 0, null)).status).toBe(204)
  expect(await createAccount(email)).toMatchObject({ state: 'opened' })
})

test('a member who is claimed and chooses the own club requests nothing of it', async () => {
  const email = newAddress()
  const imported = await insertImported(email)
  await createAccount(email, { organizationId: 20 })
  const { memberships } = await listRequests(office)
  expect(memberships.filter(({ userId }) => userId === imported.id)).toEqual([])
  const kinds = await listNoticeKinds(office)
  expect(kinds).not.toContain('membershipRequested')
  await createAccount(newAddress(), { organizationId: 20 })
  expect(await listNoticeKinds(office)).toContain('membershipRequested')
})

test('two claims of one person at once give one password', async () => {
  const email = newAddress()
  await insertImported(email)
  const proofs = [await proveAddress(email), await proveAddress(email)]
  const statuses = (await Promise.all(proofs.map((proof) => sendForm(proof)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBe(1)
  expect((await listPeople(email)).length).toBe(1)
})

test.each([
  ['another date of birth', [{ birthOn: '1991-06-15' }]],
  ['an unknown date of birth', [{ birthOn: null }]],
  ['two matches', [{}, { birthOn: '2014-02-02' }]],
  ['two matches with the same date of birth', [{}, {}]],
  ['an inactive person', [{ inactiveAt: new Date() }]],
])('%s makes a request for the office, and discloses nothing', async (_name, matches) => {
  const email = newAddress()
  for (const match of matches) await insertImported(email, match)
  const before = await listPeople(email)
  expect(await createAccount(email)).toEqual({ state: 'review', userName: null })
  expect(await listPeople(email)).toEqual(before)
  expect(await loadRequest(email)).toMatchObject({ state: 'review', isProtectedMatch: false, userId: null })
  const noticeRows = await query.select().from(notices).where(eq(notices.kind, 'accountRequested'))
  expect(noticeRows.at(-1)).toMatchObject({ userId: superadministrator.id, values: {} })
})

test('an address that has an account by now is refused', async () => {
  const email = newAddress()
  const imported = await insertImported(email)
  const proof = await proveAddress(email)
  await query.update(users).set({ lastLoginAt: new Date() }).where(eq(users.id, imported.id))
  expect(await readCode(await sendForm(proof))).toBe('email_taken')
  expect((await loadPerson(imported.id))?.passwordHash).toBeNull()
})

test('a person who has signed in is not claimed: the mail says that there is an account', async () => {
  const email = newAddress()
  await insertImported(email, { lastLoginAt: new Date() })
  await anonymous('POST', '/OwnAccounts/code', { email })
  await drainJobs()
  expect((await listMails(email)).map(({ name }) => name)).toEqual(['ownAccountExists'])
})

test('a protected identity is never claimed, and only superadministrators see the request', async () => {
  const email = newAddress()
  const imported = await insertImported(email)
  await protect(superadministrator, imported.id)
  expect(await createAccount(email, { organizationId: 20 })).toEqual({ state: 'review', userName: null })
  expect((await loadPerson(imported.id))?.passwordHash).toBeNull()
  const isListed = async (as: typeof office) => (await listRequests(as)).accounts.some((one) => one.email === email)
  const administrator = await signedIn({ roles: { Administrator: {} } })
  expect([await isListed(superadministrator), await isListed(administrator), await isListed(office)]).toEqual([
    true,
    false,
    false,
  ])
  const { accounts } = await listRequests(superadministrator)
  const request = accounts.find((one) => one.email === email)
  expect(request?.candidates).toEqual([])
  expect((await decideAccount(office, request?.id ?? 0, null)).status).toBe(404)
  expect((await decideAccount(superadministrator, request?.id ?? 0, imported.id)).status).toBe(404)
})

test('an address that the office has just changed claims nothing for 72 hours', async () => {
  const [before, email] = [newAddress(), newAddress()]
  const imported = await insertImported(before)
  await editPerson(await createClubAdministrator(), imported.id, { email })
  const token = (await listMails(email))[0]?.body.match(/token=([\w.-]+)/)?.[1]
  expect((await anonymous('POST', '/Authentication/email/confirm', { token })).status).toBe(204)
  expect(await createAccount(email)).toEqual({ state: 'review', userName: null })
})

test('the club gives a requested account to its own member, once', async () => {
  const email = newAddress()
  const [mine, foreign] = [
    await insertImported(email, { birthOn: null }),
    await insertImported(email, { organizationIds: [30] }),
  ]
  await createAccount(email, { organizationId: 20 })
  const request = (await listRequests(office)).accounts.find((one) => one.email === email)
  expect(request?.candidates.map(({ id }) => id)).toEqual([mine.id])
  const id = request?.id ?? 0
  expect((await decideAccount(office, id, foreign.id)).status).toBe(404)
  const answers = await Promise.all([decideAccount(office, id, mine.id), decideAccount(office, id, null)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  const userName = (await loadPerson(mine.id))?.userName ?? ''
  const settled = await loadRequest(email)
  expect(await signInAs(userName)).toBe(settled?.state === 'opened' ? 200 : 401)
  expect((await decideAccount(office, id, mine.id)).status).toBe(409)
})

test('a declined request is mailed to the address', async () => {
  const email = newAddress()
  const person = await insertImported(email, { birthOn: null })
  await createAccount(email, { organizationId: 20 })
  const request = (await listRequests(office)).accounts.find((one) => one.email === email)
  expect((await decideAccount(office, request?.id ?? 0, null)).status).toBe(204)
  expect((await listMails(email))[0]?.name).toBe('ownAccountDeclined')
  expect((await loadPerson(person.id))?.passwordHash).toBeNull()
})
