import { expect, test, vi } from 'vitest'
import { insertFederation } from '../../federation.ts'
import {
  createIdentified,
  hashNumber,
  identify,
  loadPerson,
  loadRequest,
  newNumber,
  openIdentifiedAccounts,
  openLocalBrowser,
  registerNumber,
} from '../../identified-accounts.ts'
import {
  decideAccount,
  listMails,
  listPeople,
  listRequests,
  newAddress,
  proveAddress,
  readCode,
  sendForm,
} from '../../own-accounts.ts'
import { signedIn } from '../../portal.ts'
import { protect } from '../../protection.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
await openIdentifiedAccounts()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const office = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })

let days = 0
/** Returns a date of birth that nobody else in this file has. */
const newBirthday = () => {
  days += 1
  return new Date(Date.UTC(1980, 0, days)).toISOString().slice(0, 10)
}

type Row = Parameters<typeof signedIn>[0]
/** Inserts a person as a register or a member import does: without password and sign-in. */
const insertMember = (birthOn: string, more: Row = {}) =>
  signedIn({ firstName: 'Signe', lastName: 'Ek', email: null, birthOn, organizationIds: [20], ...more })

const isReview = { state: 'review', userName: null }

test('the person to whom the register gives the number is claimed at once, whatever the address', async () => {
  const [birthOn, email] = [newBirthday(), newAddress()]
  const number = newNumber(birthOn)
  const member = await insertMember(birthOn, { firstName: 'Maja' })
  await registerNumber(member.id, number)
  expect(await createIdentified(await proveAddress(email), number)).toMatchObject({ state: 'opened' })
  expect(await loadPerson(member.id)).toMatchObject({
    email,
    firstName: 'Maja',
    passwordHash: null,
    personalNumberHash: await hashNumber(number),
  })
  expect((await listPeople(email)).length).toBe(1)
  expect(await identify(openLocalBrowser(), number)).toMatchObject({ userId: member.id })
})

test('a claimed person keeps the address of the register, which gets a mail', async () => {
  const [birthOn, email, stored] = [newBirthday(), newAddress(), newAddress()]
  const number = newNumber(birthOn)
  const member = await insertMember(birthOn, { email: stored })
  await registerNumber(member.id, number)
  expect(await createIdentified(await proveAddress(email), number)).toMatchObject({ state: 'opened' })
  expect((await loadPerson(member.id))?.email).toBe(stored)
  expect((await listMails(stored)).map(({ name }) => name)).toContain('identificationConnected')
})

test('the address, the date of birth and the name together claim without the club', async () => {
  const [birthOn, email] = [newBirthday(), newAddress()]
  const member = await insertMember(birthOn, { email, firstName: 'SIGNE-MARIA' })
  expect(await createIdentified(await proveAddress(email), newNumber(birthOn))).toMatchObject({ state: 'opened' })
  expect((await loadPerson(member.id))?.personalNumberHash).not.toBeNull()
})

test('a twin who shares the address and the date of birth is not claimed', async () => {
  const [birthOn, email] = [newBirthday(), newAddress()]
  const twin = await insertMember(birthOn, { email, firstName: 'Sigge' })
  expect(await createIdentified(await proveAddress(email), newNumber(birthOn))).toEqual(isReview)
  expect((await loadPerson(twin.id))?.personalNumberHash).toBeNull()
})

test('name and date of birth alone wait for the club, which gives the account to its member', async () => {
  const [birthOn, email] = [newBirthday(), newAddress()]
  const number = newNumber(birthOn)
  const member = await insertMember(birthOn)
  const foreign = await insertMember(birthOn, { organizationIds: [30] })
  expect(await createIdentified(await proveAddress(email), number, { organizationId: 20 })).toEqual(isReview)
  const request = (await listRequests(office)).accounts.find((one) => one.email === email)
  expect(request).toMatchObject({ identifiedBy: 'local', candidates: [{ id: member.id }] })
  expect((await decideAccount(office, request?.id ?? 0, foreign.id)).status).toBe(404)
  expect((await decideAccount(office, request?.id ?? 0, member.id)).status).toBe(204)
  expect(await loadPerson(member.id)).toMatchObject({ email, personalNumberHash: await hashNumber(number) })
  expect(await identify(openLocalBrowser(), number)).toMatchObject({ userId: member.id })
  expect(await loadRequest(email)).toMatchObject({ state: 'opened', personalNumberHash: null })
})

test.each([
  ['two rows of the same name', [{}, {}]],
  ['somebody who signs in already', [{ lastLoginAt: new Date() }]],
  ['a name in capitals with a hyphen', [{ firstName: 'SIGNE-MARIA', lastName: 'EK' }]],
])('%s is a possible duplicate, and nothing is disclosed', async (_name, rows: Row[]) => {
  const [birthOn, email] = [newBirthday(), newAddress()]
  for (const row of rows) await insertMember(birthOn, row)
  expect(await createIdentified(await proveAddress(email), newNumber(birthOn))).toEqual(isReview)
  expect(await listPeople(email)).toEqual([])
})

test('two rows with the number in the register are not guessed', async () => {
  const birthOn = newBirthday()
  const number = newNumber(birthOn)
  const rows = [await insertMember(birthOn, { firstName: 'A' }), await insertMember(birthOn, { firstName: 'B' })]
  for (const { id } of rows) await registerNumber(id, number)
  expect(await createIdentified(await proveAddress(newAddress()), number)).toEqual(isReview)
})

test('a namesake to whom the register gives another number is somebody else', async () => {
  const [birthOn, email] = [newBirthday(), newAddress()]
  const namesake = await insertMember(birthOn)
  await registerNumber(namesake.id, newNumber(birthOn))
  expect(await createIdentified(await proveAddress(email), newNumber(birthOn))).toMatchObject({ state: 'opened' })
  expect((await loadPerson(namesake.id))?.personalNumberHash).toBeNull()
})

test('a namesake with another number is not given by the office, not even by the address', async () => {
  const [birthOn, email] = [newBirthday(), newAddress()]
  const namesake = await insertMember(birthOn, { email })
  await registerNumber(namesake.id, newNumber(birthOn))
  expect(await createIdentified(await proveAddress(email), newNumber(birthOn))).toEqual(isReview)
  const request = (await listRequests(superadministrator)).accounts.find((one) => one.email === email)
  expect(request?.candidates).toEqual([])
  expect((await decideAccount(superadministrator, request?.id ?? 0, namesake.id)).status).toBe(404)
})

test('a protected identity is never claimed, and only superadministrators see the request', async () => {
  const [birthOn, email] = [newBirthday(), newAddress()]
  const number = newNumber(birthOn)
  const member = await insertMember(birthOn)
  await registerNumber(member.id, number)
  await protect(superadministrator, member.id)
  expect(await createIdentified(await proveAddress(email), number, { organizationId: 20 })).toEqual(isReview)
  const isListed = async (as: typeof office) => (await listRequests(as)).accounts.some((one) => one.email === email)
  expect([await isListed(superadministrator), await isListed(office)]).toEqual([true, false])
})

test('a protected identity of the same name waits for a superadministrator', async () => {
  const [birthOn, email] = [newBirthday(), newAddress()]
  await protect(superadministrator, (await insertMember(birthOn)).id)
  expect(await createIdentified(await proveAddress(email), newNumber(birthOn))).toEqual(isReview)
  expect(await loadRequest(email)).toMatchObject({ isProtectedMatch: true })
})

test('somebody who has created an account by the identification is not claimed by the address', async () => {
  const [birthOn, email] = [newBirthday(), newAddress()]
  const proof = await proveAddress(email)
  await createIdentified(await proveAddress(email), newNumber(birthOn))
  const [person] = await listPeople(email)
  expect(await readCode(await sendForm(proof, { birthDate: birthOn }))).toBe('email_taken')
  expect((await loadPerson(person?.id ?? 0))?.passwordHash).toBeNull()
})
