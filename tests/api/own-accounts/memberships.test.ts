import { and, eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { notices } from '#api/foundation/notices/table.ts'
import { membershipRequests } from '#api/people/own-accounts/table.ts'
import { userOrganizations, users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { listNoticeKinds } from '../../email-changes.ts'
import { insertFederation } from '../../federation.ts'
import {
  createAccount,
  decideMembership,
  listMails,
  listPeople,
  listRequests,
  newAddress,
  openOwnAccounts,
} from '../../own-accounts.ts'
import { anonymous, database, type Person, signedIn } from '../../portal.ts'
import { runDailyJob } from '../../queue.ts'
import { inDays } from '../../time.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
await openOwnAccounts()
const { query } = database()

const club = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
const ownClub = await signedIn({ roles: { OrganizationAdmin: {} }, organizationIds: [20] })
const otherClub = await signedIn({ roles: { OrganizationAdmin: { Organization: [21] } } })
const district = await signedIn({ roles: { Administrator: { Organization: [2] } } })
const otherDistrict = await signedIn({ roles: { Administrator: { Organization: [3] } } })
const office = await signedIn({ roles: { Administrator: {} } })
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })

/** Makes an account that requests membership in club 20. */
async function requestMembership() {
  const email = newAddress()
  await createAccount(email, { organizationId: 20 })
  const [person] = await listPeople(email)
  if (!person) throw new Error('the account was not made')
  const [request] = await query.select().from(membershipRequests).where(eq(membershipRequests.userId, person.id))
  if (!request) throw new Error('the membership was not requested')
  return { email, userId: person.id, id: request.id }
}

const isListed = async (as: Person, id: number) =>
  (await listRequests(as)).memberships.some((request) => request.id === id)
const loadPerson = async (id: number) => (await query.select().from(users).where(eq(users.id, id)))[0]
const listClubs = async (userId: number) =>
  (await query.select().from(userOrganizations).where(eq(userOrganizations.userId, userId))).map(
    ({ organizationId }) => organizationId,
  )

test('only active clubs can be chosen', async () => {
  const clubs = await (await anonymous('GET', '/OwnAccounts/organizations')).json<{ id: number }[]>()
  const ids = clubs.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining([20, 21]))
  expect(ids).not.toContain(2)
})

test('those who administer the club see and decide the request, and nobody else', async () => {
  const { id } = await requestMembership()
  for (const [as, sees] of [
    [club, true],
    [ownClub, true],
    [district, true],
    [office, true],
    [superadministrator, true],
    [otherClub, false],
    [otherDistrict, false],
  ] as const)
    expect(await isListed(as, id)).toBe(sees)
  for (const as of [otherClub, otherDistrict]) expect((await decideMembership(as, id, true)).status).toBe(404)
  const learner = await signedIn({ organizationIds: [20] })
  expect((await decideMembership(learner, id, true)).status).toBe(403)
  for (const as of [club, ownClub, district, office]) expect(await listNoticeKinds(as)).toContain('membershipRequested')
  expect(await listNoticeKinds(otherClub)).not.toContain('membershipRequested')
})

test('the list of one organisation holds its own requests', async () => {
  const { id } = await requestMembership()
  const idsOf = async (organizationId: number) =>
    (
      await district.json<{ memberships: { id: number }[] }>('GET', `/AccountRequests?organizationId=${organizationId}`)
    ).memberships.map((request) => request.id)
  expect(await idsOf(20)).toContain(id)
  expect(await idsOf(21)).toEqual([])
})

test('until the approval the person is external without a club, and afterwards a member', async () => {
  const { id, userId, email } = await requestMembership()
  expect([(await loadPerson(userId))?.isExternal, await listClubs(userId)]).toEqual([true, []])
  expect((await decideMembership(club, id, true)).status).toBe(204)
  expect([(await loadPerson(userId))?.isExternal, await listClubs(userId)]).toEqual([false, [20]])
  expect((await listMails(email))[0]?.subject).toMatch(/^Du är medlem i /)
  const ofDecision = and(eq(notices.userId, userId), eq(notices.kind, 'membershipDecided'))
  expect((await query.select().from(notices).where(ofDecision)).map(({ values }) => values['context'])).toEqual([
    'approved',
  ])
  expect((await listAuditEntries('user')).map(({ action }) => action)).toContain('membership.approved')
  expect(await isListed(club, id)).toBe(false)
})

test('a declined request leaves the person external', async () => {
  const { id, userId, email } = await requestMembership()
  expect((await decideMembership(club, id, false)).status).toBe(204)
  expect([(await loadPerson(userId))?.isExternal, await listClubs(userId)]).toEqual([true, []])
  expect((await listMails(email))[0]?.name).toBe('membershipDecided')
})

test('of two decisions at once one counts, and one mail is sent', async () => {
  const { id, userId, email } = await requestMembership()
  const answers = await Promise.all([decideMembership(club, id, true), decideMembership(office, id, false)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  const [request] = await query.select().from(membershipRequests).where(eq(membershipRequests.id, id))
  expect((await listClubs(userId)).length).toBe(request?.isApproved ? 1 : 0)
  expect((await listMails(email)).filter(({ name }) => name === 'membershipDecided').length).toBe(1)
  expect((await decideMembership(club, id, true)).status).toBe(409)
})

test('old requests are removed', async () => {
  const { id, userId } = await requestMembership()
  await query
    .update(membershipRequests)
    .set({ createdAt: inDays(-91) })
    .where(eq(membershipRequests.id, id))
  await runDailyJob('ownAccounts.forget')
  expect(await query.select().from(membershipRequests).where(eq(membershipRequests.userId, userId))).toEqual([])
})
