import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { accountRequests, membershipRequests } from '#api/people/own-accounts/table.ts'
import { users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { insertFederation } from '../../federation.ts'
import { createAdult } from '../../guardians.ts'
import {
  adultBirthDate,
  childBirthDate,
  createAccount,
  decideConsent,
  listMails,
  listPeople,
  listRequests,
  loadConsentToken,
  newAddress,
  openOwnAccounts,
  readCode,
  signInAs,
} from '../../own-accounts.ts'
import { database, type Person, signedIn } from '../../portal.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
await openOwnAccounts()
const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const club = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
const otherClub = await signedIn({ roles: { OrganizationAdmin: { Organization: [21] } } })

const insertImported = (email: string, more = {}) =>
  signedIn({ firstName: 'Signe', email, birthOn: '1961-01-02', organizationIds: [20], ...more })
const decide = (as: Person, id: number, body: object) => as.fetch('POST', `/AccountRequests/${id}/decision`, body)
const requestOf = async (email: string) =>
  (await listRequests(superadministrator)).accounts.find((one) => one.email === email)?.id ?? 0
const create = { userId: null, createsPerson: true, reason: 'Mor och dotter delar adress' }

/** Makes a request for an account of an address that a member with another date of birth has. */
async function requestShared(more: object = {}) {
  const email = newAddress()
  const imported = await insertImported(email)
  expect(await createAccount(email, { organizationId: 20, ...more })).toMatchObject({ state: 'review' })
  return { email, imported, id: await requestOf(email) }
}

test('the office makes a new person of a request whose address somebody has, with a reason', async () => {
  const { email, imported, id } = await requestShared()
  const answer = await decide(club, id, create)
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  const people = await listPeople(email)
  expect(people.map((one) => [one.id === imported.id, one.birthOn])).toEqual([
    [true, '1961-01-02'],
    [false, adultBirthDate],
  ])
  const made = people.find((one) => one.id !== imported.id)
  expect(await signInAs(made?.userName ?? '')).toBe(200)
  expect(people.find((one) => one.id === imported.id)?.passwordHash).toBeNull()
  const mails = await listMails(email)
  expect(mails.map(({ name }) => name)).toContain('ownAccountOpened')
  const [request] = await query.select().from(accountRequests).where(eq(accountRequests.id, id))
  expect(request).toMatchObject({ state: 'opened', userId: made?.id, passwordHash: null, needsReview: false })
  const entries = (await listAuditEntries('accountRequest')).filter(({ targetId }) => targetId === String(id))
  const approved = entries.find(({ action }) => action === 'ownAccount.approved')
  expect(approved?.data).toEqual({ userId: made?.id, reason: create.reason })
  const memberships = await query.select().from(membershipRequests)
  expect(memberships.filter(({ userId }) => userId === made?.id)).toHaveLength(1)
  expect(await readCode(await decide(club, id, create))).toBe('already_done')
})

test('a request that was declined as a duplicate can be made again, and then becomes a new person', async () => {
  const { email, id } = await requestShared()
  expect((await decide(superadministrator, id, { userId: null })).status).toBe(204)
  expect(await createAccount(email, { organizationId: 20 })).toMatchObject({ state: 'review' })
  expect((await decide(superadministrator, await requestOf(email), create)).status).toBe(204)
  expect(await listPeople(email)).toHaveLength(2)
})

test('it needs a reason, an own branch, and an address without an account', async () => {
  const { email, imported, id } = await requestShared()
  for (const reason of [undefined, ' ']) {
    const refused = await decide(club, id, { ...create, reason })
    expect([refused.status, Object.keys((await refused.json<{ fields: object }>()).fields)]).toEqual([400, ['reason']])
  }
  expect((await decide(club, id, { ...create, userId: imported.id })).status).toBe(400)
  expect((await decide(otherClub, id, create)).status).toBe(404)
  await query.update(users).set({ lastLoginAt: new Date() }).where(eq(users.id, imported.id))
  expect(await readCode(await decide(club, id, create))).toBe('email_taken')
  expect(await listPeople(email)).toHaveLength(1)
})

test('two presses at once make one person', async () => {
  const { email, id } = await requestShared()
  const answers = await Promise.all([decide(club, id, create), decide(superadministrator, id, create)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(await listPeople(email)).toHaveLength(2)
})

test('a child who becomes a new person is linked to the adult who consented', async () => {
  const guardianEmail = newAddress()
  const email = newAddress()
  await insertImported(email)
  await createAccount(email, { birthDate: childBirthDate, guardianEmail })
  const adult = await createAdult()
  expect((await decideConsent(adult, await loadConsentToken(guardianEmail))).status).toBe(204)
  expect((await decide(superadministrator, await requestOf(email), create)).status).toBe(204)
  const child = (await listPeople(email)).find(({ birthOn }) => birthOn === childBirthDate)
  const links = await superadministrator.json<{ guardianId?: number }[]>('GET', `/User/${child?.id}/guardian`)
  expect(JSON.stringify(links)).toContain(String(adult.id))
})

test('a reason for declining is recorded and not mailed', async () => {
  const { email, id } = await requestShared()
  expect((await decide(club, id, { userId: null, reason: 'Är redan medlem' })).status).toBe(204)
  const entries = (await listAuditEntries('accountRequest')).filter(({ targetId }) => targetId === String(id))
  expect(entries.find(({ action }) => action === 'ownAccount.declined')?.data).toEqual({ reason: 'Är redan medlem' })
  expect(JSON.stringify(await listMails(email))).not.toContain('Är redan medlem')

  const other = newAddress()
  await createAccount(other, { organizationId: 20 })
  const [person] = await listPeople(other)
  const membership = (await listRequests(club)).memberships.find(({ userId }) => userId === person?.id)
  const body = { isApproved: false, reason: 'Bor i en annan stad' }
  expect((await club.fetch('POST', `/MembershipRequests/${membership?.id}/decision`, body)).status).toBe(204)
  const declined = (await listAuditEntries('user')).find(
    ({ action, targetId }) => action === 'membership.declined' && targetId === String(person?.id),
  )
  expect(declined?.data).toEqual({ organizationId: 20, reason: 'Bor i en annan stad' })
})
