import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { accountRequests } from '#api/people/own-accounts/table.ts'
import { insertFederation } from '../../federation.ts'
import { listColumnsHolding } from '../../marked-person.ts'
import {
  adultBirthDate,
  childBirthDate,
  createAccount,
  decideAccount,
  decideConsent,
  listPeople,
  listRequests,
  loadConsentToken,
  newAddress,
  openOwnAccounts,
  startAttempt,
} from '../../own-accounts.ts'
import { database, signedIn } from '../../portal.ts'
import { protect } from '../../protection.ts'
import { drainJobs } from '../../queue.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
await openOwnAccounts()
const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const club = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })

async function erase(userId: number): Promise<void> {
  await superadministrator.fetch('POST', `/user/${userId}/erasure`)
  const { items } = await superadministrator.json<{ items: { id: number; user: { id: number } }[] }>(
    'GET',
    '/ErasureRequests',
  )
  const request = items.find(({ user }) => user.id === userId)
  const answer = await superadministrator.fetch('POST', `/ErasureRequests/${request?.id}/confirm`)
  expect(answer.status).toBe(200)
  await drainJobs()
}

test('an erasure removes the request, its mails, jobs, codes and attempts', async () => {
  const email = newAddress()
  await startAttempt(email)
  await createAccount(email, { organizationId: 20 })
  const [person] = await listPeople(email)
  await erase(person?.id ?? 0)
  expect(await listColumnsHolding(email)).toEqual([])
})

test('an erasure of an adult whom a child has named as guardian leaves the child with the request', async () => {
  const [email, guardianEmail] = [newAddress(), newAddress()]
  const adult = await signedIn({ email: guardianEmail, birthOn: adultBirthDate, organizationIds: [20] })
  await createAccount(email, { birthDate: childBirthDate, guardianEmail })
  await erase(adult.id)
  expect(await listColumnsHolding(guardianEmail)).toEqual([])
  const [request] = await query.select().from(accountRequests).where(eq(accountRequests.email, email))
  expect(request).toMatchObject({ state: 'waiting', guardianTokenHash: null })
})

test('an erasure of the adult who has consented does not keep the office from opening the account', async () => {
  const [email, guardianEmail] = [newAddress(), newAddress()]
  const child = await signedIn({ email, birthOn: null, organizationIds: [20] })
  const adult = await signedIn({ birthOn: adultBirthDate, organizationIds: [20] })
  await createAccount(email, { birthDate: childBirthDate, guardianEmail })
  expect((await decideConsent(adult, await loadConsentToken(guardianEmail))).status).toBe(204)
  await erase(adult.id)
  const id = (await listRequests(superadministrator)).accounts.find((one) => one.email === email)?.id ?? 0
  expect((await decideAccount(superadministrator, id, child.id)).status).toBe(204)
  expect(await query.select().from(guardianLinks).where(eq(guardianLinks.childUserId, child.id))).toEqual([])
})

test('a protection removes the request of the person', async () => {
  const email = newAddress()
  await createAccount(email, { lastName: 'Hemligberg', organizationId: 20 })
  const [person] = await listPeople(email)
  await protect(superadministrator, person?.id ?? 0)
  expect(await query.select().from(accountRequests).where(eq(accountRequests.email, email))).toEqual([])
  const isListed = async (as: typeof club) =>
    (await listRequests(as)).memberships.some(({ userId }) => userId === person?.id)
  expect([await isListed(club), await isListed(superadministrator)]).toEqual([false, true])
})

test('a protection hides an open request to the address from the club', async () => {
  const email = newAddress()
  const imported = await signedIn({ email, birthOn: null, organizationIds: [20] })
  await createAccount(email, { organizationId: 20, birthDate: adultBirthDate })
  const isListed = async (as: typeof club) => (await listRequests(as)).accounts.some((one) => one.email === email)
  expect(await isListed(club)).toBe(true)
  await protect(superadministrator, imported.id)
  expect([await isListed(club), await isListed(superadministrator)]).toEqual([false, true])
})
