import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { accountRequests } from '#api/people/own-accounts/table.ts'
import { users } from '#api/people/users/table.ts'
import { listNoticeKinds } from '../../email-changes.ts'
import { insertFederation } from '../../federation.ts'
import { confirmLink, createAdult, seesPerson } from '../../guardians.ts'
import {
  childBirthDate,
  createAccount,
  decideAccount,
  decideConsent,
  listMails,
  listPeople,
  listRequests,
  loadConsentToken,
  newAddress,
  openOwnAccounts,
  proveAddress,
  readCode,
  sendForm,
  signInAs,
} from '../../own-accounts.ts'
import { database, signedIn } from '../../portal.ts'
import { runDailyJob } from '../../queue.ts'
import { inDays } from '../../time.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
await openOwnAccounts()
const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })

const loadRequest = async (email: string) =>
  (await query.select().from(accountRequests).where(eq(accountRequests.email, email)))[0]

/** Makes the account of a child, which waits for the guardian. */
async function createChildAccount(more: object = {}) {
  const [email, guardianEmail] = [newAddress(), newAddress()]
  const outcome = await createAccount(email, { birthDate: childBirthDate, guardianEmail, ...more })
  return { email, guardianEmail, outcome }
}

test('a minor waits for the guardian, and nobody is made before the consent', async () => {
  const { email, guardianEmail, outcome } = await createChildAccount()
  expect(outcome).toEqual({ state: 'waiting', userName: null })
  expect(await listPeople(email)).toEqual([])
  expect(await signInAs(email)).toBe(401)
  const [mail] = await listMails(guardianEmail)
  expect(mail?.name).toBe('ownAccountGuardian')
  expect(mail?.body).not.toMatch(/Signe|Ek\b/)
})

test.each([
  ['no guardian', { guardianEmail: null }],
  ['the own address as the guardian’s', { guardianEmail: 'OWN' }],
  ['the own mailbox under another tag', { guardianEmail: '+mamma' }],
])('%s is refused of a minor', async (_name, { guardianEmail }) => {
  const email = newAddress()
  const proof = await proveAddress(email)
  const given = {
    birthDate: childBirthDate,
    guardianEmail: guardianEmail && email.toUpperCase().replace('@', guardianEmail === '+mamma' ? '+mamma@' : '@'),
  }
  const refusal = await (await sendForm(proof, given)).json<{ code: string; fields: object }>()
  expect([refusal.code, Object.keys(refusal.fields)]).toEqual(['invalid_input', ['guardianEmail']])
})

test('the guardian consents, and the link gives access when the office has confirmed it', async () => {
  const { email, guardianEmail } = await createChildAccount()
  const helena = await createAdult()
  const token = await loadConsentToken(guardianEmail)
  const shown = await helena.json<object>('GET', `/OwnAccounts/consent?token=${token}`)
  expect(shown).toEqual({ name: 'Signe Ek', birthDate: childBirthDate })
  expect((await decideConsent(helena, token)).status).toBe(204)
  const [child] = await listPeople(email)
  if (!child) throw new Error('the child was not made')
  expect(child).toMatchObject({ isExternal: true, birthOn: childBirthDate })
  expect(await signInAs(email)).toBe(200)
  const milo = { ...(await createAdult()), id: child.id }
  const [link] = await query.select().from(guardianLinks).where(eq(guardianLinks.childUserId, child.id))
  expect(link).toMatchObject({ adultUserId: helena.id, relation: 'parent', confirmedAt: null })
  expect(link?.childAgreedAt).not.toBeNull()
  expect(await listNoticeKinds(office)).toContain('guardianRequested')
  expect(await seesPerson(helena, milo).catch(() => false)).toBe(false)
  expect((await confirmLink(office, helena, milo)).status).toBe(200)
  expect(await seesPerson(helena, milo)).toBe(true)
  expect(await readCode(await decideConsent(helena, token))).toBe('own_account_link_invalid')
})

test('an external adult who has made an own account can consent', async () => {
  const { email, guardianEmail } = await createChildAccount()
  expect(await createAccount(guardianEmail)).toMatchObject({ state: 'opened' })
  const [made] = await listPeople(guardianEmail)
  const adult = await signedIn({ isExternal: true, birthOn: made?.birthOn ?? null })
  expect((await decideConsent(adult, await loadConsentToken(guardianEmail))).status).toBe(204)
  expect((await listPeople(email)).length).toBe(1)
})

test.each([
  ['a minor', childBirthDate],
  ['a person of unknown age', null],
])('%s cannot consent', async (_name, birthOn) => {
  const { email, guardianEmail } = await createChildAccount()
  const answer = await decideConsent(await signedIn({ birthOn }), await loadConsentToken(guardianEmail))
  expect([answer.status, await readCode(answer)]).toEqual([409, 'guardian_not_adult'])
  expect(await listPeople(email)).toEqual([])
})

test('two answers at once settle in the database', async () => {
  const { email, guardianEmail } = await createChildAccount()
  const [helena, token] = [await createAdult(), await loadConsentToken(guardianEmail)]
  const answers = await Promise.all([decideConsent(helena, token), decideConsent(helena, token)])
  expect(answers.filter(({ status }) => status === 204).length).toBe(1)
  expect((await listPeople(email)).length).toBe(1)
  expect((await loadRequest(email))?.state).toBe('opened')
})

test('a declined consent is mailed to the child and makes nobody', async () => {
  const { email, guardianEmail } = await createChildAccount()
  expect((await decideConsent(await createAdult(), await loadConsentToken(guardianEmail), false)).status).toBe(204)
  expect((await listMails(email))[0]?.name).toBe('ownAccountDeclined')
  expect(await loadRequest(email)).toMatchObject({ state: 'declined', passwordHash: null, guardianEmail: null })
})

test('a child of a member import is claimed after the consent', async () => {
  const email = newAddress()
  const imported = await signedIn({ email, birthOn: childBirthDate, organizationIds: [20] })
  const guardianEmail = newAddress()
  const outcome = await createAccount(email, { birthDate: childBirthDate, guardianEmail })
  expect(outcome.state).toBe('waiting')
  const helena = await createAdult()
  expect((await decideConsent(helena, await loadConsentToken(guardianEmail))).status).toBe(204)
  const [person] = await query.select().from(users).where(eq(users.id, imported.id))
  expect(person?.passwordHash).not.toBeNull()
  expect((await listPeople(email)).length).toBe(1)
})

test('a possible duplicate goes to the office after the consent, which the link then follows', async () => {
  const email = newAddress()
  const imported = await signedIn({ email, birthOn: null, organizationIds: [20] })
  const guardianEmail = newAddress()
  await createAccount(email, { birthDate: childBirthDate, guardianEmail })
  const helena = await createAdult()
  await decideConsent(helena, await loadConsentToken(guardianEmail))
  expect(await loadRequest(email)).toMatchObject({ state: 'review', guardianUserId: helena.id })
  const request = (await listRequests(office)).accounts.find((one) => one.email === email)
  expect((await decideAccount(office, request?.id ?? 0, imported.id)).status).toBe(204)
  const [link] = await query.select().from(guardianLinks).where(eq(guardianLinks.childUserId, imported.id))
  expect(link).toMatchObject({ adultUserId: helena.id, confirmedAt: null })
})

test('of two consents at once to a possible duplicate one counts', async () => {
  const email = newAddress()
  await signedIn({ email, birthOn: null, organizationIds: [20] })
  const guardianEmail = newAddress()
  await createAccount(email, { birthDate: childBirthDate, guardianEmail })
  const [adults, token] = [[await createAdult(), await createAdult()], await loadConsentToken(guardianEmail)]
  const answers = await Promise.all(adults.map((adult) => decideConsent(adult, token)))
  const accepted = answers.findIndex(({ status }) => status === 204)
  expect(answers.filter(({ status }) => status === 204).length).toBe(1)
  expect((await loadRequest(email))?.guardianUserId).toBe(adults[accepted]?.id)
})

test('a link of thirty days ago, or of a request that a newer one replaces, is over', async () => {
  const { email, guardianEmail } = await createChildAccount()
  const helena = await createAdult()
  const first = await loadConsentToken(guardianEmail)
  const second = newAddress()
  await createAccount(email, { birthDate: childBirthDate, guardianEmail: second })
  expect(await readCode(await decideConsent(helena, first))).toBe('own_account_link_invalid')
  await query
    .update(accountRequests)
    .set({ createdAt: inDays(-31) })
    .where(eq(accountRequests.email, email))
  const token = await loadConsentToken(second)
  expect(await readCode(await decideConsent(helena, token))).toBe('own_account_link_invalid')
  await runDailyJob('ownAccounts.forget')
  expect(await loadRequest(email)).toBeUndefined()
})
