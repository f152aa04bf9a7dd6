import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashPersonalNumber } from '#api/people/external-login/providers/call-provider.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import type { GivenPerson, SavedPerson } from '#api/people/integrations/people/contract.ts'
import { integrationAccounts, integrationPeople } from '#api/people/integrations/table.ts'
import { registerPeople } from '#api/people/register/table.ts'
import { userOrganizations, users } from '#api/people/users/table.ts'
import { randomToken } from '#platform/digest.ts'
import { listAuditEntries } from '../audit.ts'
import { insertFederation } from '../federation.ts'
import { insertIntegrationAccount } from '../integrations.ts'
import { call, database, signedIn } from '../portal.ts'

const { query } = database()
await insertFederation()
const account = await insertIntegrationAccount()
const northern = await insertIntegrationAccount({ organizationIds: [2] })

type Body = Omit<Partial<GivenPerson>, 'lastChange' | 'guardians'> & { lastChange?: string; guardians?: object[] }
const toBody = (body: Body) => ({
  externalId: randomToken(),
  firstName: 'Karin',
  lastName: `Ek ${randomToken().slice(0, 8)}`,
  birthDate: '1991-03-04',
  memberships: [{ organizationId: 20 }],
  ...body,
})
const send = ({ secret }: { secret: string }, body: object) => call(secret)('POST', '/User', body)
type PersonReply = Omit<SavedPerson, 'lastChange'> & { lastChange: string }
async function save(by: { secret: string }, body: object): Promise<PersonReply> {
  const response = await send(by, body)
  expect(response.status, await response.clone().text()).toBe(200)
  return response.json()
}
async function refuse(by: { secret: string }, body: object) {
  const response = await send(by, body)
  const { code, fields } = await response.json<{ code: string; fields?: Record<string, string> }>()
  return { status: response.status, code, fields: Object.keys(fields ?? {}) }
}
const rowOf = async (id: number) => (await query.select().from(users).where(eq(users.id, id)))[0]
const clubsOf = async (id: number) =>
  (await query.select().from(userOrganizations).where(eq(userOrganizations.userId, id)))
    .map(({ organizationId }) => organizationId)
    .sort((a, b) => a - b)
const actionsOf = async (id: number) =>
  (await listAuditEntries('user')).filter(({ targetId }) => targetId === String(id)).map(({ action }) => action)

test('a person is created, the same body changes nothing, and another body changes what differs', async () => {
  const body = toBody({ email: `${randomToken()}@example.se`, phone: '070-123 45 67' })
  const created = await save(account, body)
  expect(created).toMatchObject({ result: 'created', externalId: body.externalId, kept: [] })
  expect(await rowOf(created.id)).toMatchObject({ userName: body.email, email: body.email, birthOn: '1991-03-04' })
  expect(await clubsOf(created.id)).toEqual([20])
  expect(await save(account, body)).toEqual({ ...created, result: 'unchanged' })
  expect(await actionsOf(created.id)).toEqual(['user.created'])
  const email = `${randomToken()}@example.se`
  const changed = await save(account, { ...body, email, firstName: 'Carin', memberships: [{ organizationId: 21 }] })
  expect(changed).toMatchObject({ id: created.id, result: 'changed' })
  expect(await rowOf(created.id)).toMatchObject({ firstName: 'Carin', email })
  expect(await clubsOf(created.id)).toEqual([21])
  expect((await actionsOf(created.id)).sort()).toEqual(['user.created', 'user.edited'])
  const [entry] = (await listAuditEntries('user')).filter(({ action }) => action === 'user.edited')
  expect(entry?.data).toMatchObject({ after: { firstName: 'Carin' }, integrationAccountId: account.id })
})

test('two posts of a person at once give one person', async () => {
  for (const email of [undefined, `${randomToken()}@example.se`]) {
    const body = toBody({ email })
    const saved = await Promise.all([save(account, body), save(account, body), save(account, body)])
    expect(new Set(saved.map(({ id }) => id)).size).toBe(1)
    expect(await query.select().from(users).where(eq(users.lastName, body.lastName))).toHaveLength(1)
  }
})

test('two accounts may use the same id for different people, and one person has one id of an account', async () => {
  const body = toBody({})
  const mine = await save(account, body)
  const other = await save(northern, { ...body, lastName: `Berg ${randomToken().slice(0, 8)}` })
  expect(other.id).not.toBe(mine.id)
  expect(await refuse(account, { ...body, externalId: randomToken() })).toMatchObject({
    status: 409,
    code: 'person_linked',
  })
})

test('an outdated version is refused, and the latest one is accepted', async () => {
  const body = toBody({})
  const { lastChange } = await save(account, body)
  const changed = await save(account, { ...body, firstName: 'Carin', lastChange })
  expect(await refuse(account, { ...body, lastChange })).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect(await save(account, { ...body, lastChange: changed.lastChange })).toMatchObject({ result: 'changed' })
})

test('somebody is found by IdrottsID, or by name with date of birth, and never by the name alone', async () => {
  const lastName = `Lind ${randomToken().slice(0, 8)}`
  const known = { firstName: 'Eva', lastName, birthOn: '1980-05-06', organizationIds: [20] }
  const byId = await signedIn({ ...known, externalPersonId: randomToken() })
  const row = await rowOf(byId.id)
  const body = toBody({ firstName: 'Eva', lastName, birthDate: '1980-05-06' })
  const found = await save(account, { ...body, externalPersonId: row?.externalPersonId })
  expect(found).toMatchObject({ id: byId.id, result: 'unchanged' })
  expect(await actionsOf(byId.id)).toContain('user.linked')
  const namesake = await save(account, toBody({ firstName: 'Eva', lastName, birthDate: '1980-05-07' }))
  expect(namesake).toMatchObject({ result: 'created' })
})

test('a person of the register is left alone, and the refusal names the fields', async () => {
  const person = await signedIn({ firstName: 'Olle', birthOn: '1970-01-01', organizationIds: [20] })
  const row = await rowOf(person.id)
  await query
    .insert(registerPeople)
    .values({ externalId: randomToken(), userId: person.id, memberships: [20], changedAt: new Date() })
  const body = toBody({ firstName: 'Olle', lastName: row?.lastName ?? '', birthDate: '1970-01-01' })
  expect(await save(account, body)).toMatchObject({ id: person.id, result: 'unchanged' })
  const memberships = [{ organizationId: 20 }, { organizationId: 21 }]
  expect(await refuse(account, { ...body, firstName: 'Ola', phone: '070-000 00 00', memberships })).toEqual({
    status: 409,
    code: 'owned_by_register',
    fields: ['firstName', 'phone', 'memberships'],
  })
  expect(await rowOf(person.id)).toEqual(row)
})

test('somebody who has signed in keeps the contact details, and somebody with a role is not touched', async () => {
  const lastName = `Ask ${randomToken().slice(0, 8)}`
  const traits = { firstName: 'Bo', lastName, birthOn: '1985-01-01', organizationIds: [20] }
  const person = await signedIn({ ...traits, email: 'bo@example.se', lastLoginAt: new Date() })
  const body = toBody({ firstName: 'Bo', lastName, birthDate: '1985-01-01', email: 'bo@example.se' })
  await save(account, body)
  const answer = await save(account, { ...body, email: 'annan@example.se', phone: '070-111 11 11' })
  expect(answer).toMatchObject({ id: person.id, result: 'unchanged', kept: ['email', 'phone'] })
  const officer = await signedIn({ ...traits, lastName: `${lastName}s`, roles: { Educator: {} } })
  const official = toBody({ firstName: 'Bo', lastName: `${lastName}s`, birthDate: '1985-01-01' })
  expect(await save(account, official)).toMatchObject({ id: officer.id, result: 'unchanged' })
  expect(await refuse(account, { ...official, firstName: 'Bosse' })).toMatchObject({ code: 'person_needs_office' })
})

test('a protected identity, and a person outside the account’s organisations, look the same', async () => {
  const lastName = `Ros ${randomToken().slice(0, 8)}`
  await signedIn({ firstName: 'Ida', lastName, birthOn: '1999-01-01', organizationIds: [30] })
  const body = toBody({ firstName: 'Ida', lastName, birthDate: '1999-01-01' })
  expect(await refuse(northern, body)).toEqual({ status: 409, code: 'person_needs_office', fields: [] })
  const own = toBody({})
  const { id } = await save(northern, own)
  await query.update(users).set({ protectedAt: new Date() }).where(eq(users.id, id))
  expect(await refuse(northern, { ...own, phone: '070-222 22 22' })).toEqual({
    status: 409,
    code: 'person_needs_office',
    fields: [],
  })
  expect((await rowOf(id))?.phone).toBeNull()
})

test('an account that is limited to organisations gives memberships only there', async () => {
  expect(await refuse(northern, toBody({ memberships: [{ organizationId: 30 }] }))).toEqual({
    status: 400,
    code: 'invalid_input',
    fields: ['memberships.0'],
  })
  expect((await refuse(northern, toBody({ memberships: [] }))).fields).toEqual(['memberships'])
  expect((await refuse(account, toBody({ memberships: [{ organizationExternalId: 'x' }] }))).fields).toEqual([
    'memberships.0',
  ])
  const externalPersonId = randomToken()
  const { id } = await save(northern, { ...toBody({}), externalPersonId })
  expect((await rowOf(id))?.externalPersonId).toBeNull()
})

test('an account that has got other organisations ends no membership outside them', async () => {
  const moved = await insertIntegrationAccount()
  const body = toBody({ memberships: [{ organizationId: 20 }, { organizationId: 30 }] })
  const { id } = await save(moved, body)
  await query
    .update(integrationAccounts)
    .set({ organizationIds: [3] })
    .where(eq(integrationAccounts.id, moved.id))
  await save(moved, { ...body, memberships: [{ organizationId: 30 }] })
  expect(await clubsOf(id)).toEqual([20, 30])
})

test('a personal number that belongs to another day is refused at its field, and none is stored', async () => {
  expect((await refuse(account, toBody({ personalNumber: '8112189876' }))).fields).toEqual(['personalNumber'])
  const body = toBody({ personalNumber: '198112189876', birthDate: '1981-12-18' })
  const { id } = await save(account, body)
  expect(await rowOf(id)).toMatchObject({ personalNumberHash: null })
  expect(JSON.stringify(await listAuditEntries('user'))).not.toContain('8112189876')
})

test('somebody is found by a personal number whose hash is known, whatever the name', async () => {
  const secret = 'a key of at least thirty-two bytes'
  Object.assign(env, { PERSONAL_NUMBER_SECRET: secret })
  const personalNumberHash = await hashPersonalNumber(secret, '198112189876')
  const person = await signedIn({ personalNumberHash, birthOn: '1981-12-18', organizationIds: [20] })
  const body = toBody({ personalNumber: '19811218-9876', birthDate: '1981-12-18' })
  expect(await save(account, body)).toMatchObject({ id: person.id, result: 'changed' })
  Object.assign(env, { PERSONAL_NUMBER_SECRET: undefined })
})

test('somebody who has been erased does not come back by the same id', async () => {
  const body = toBody({})
  const { id } = await save(account, body)
  await query.update(users).set({ erasedAt: new Date() }).where(eq(users.id, id))
  expect(await refuse(account, body)).toMatchObject({ status: 409, code: 'person_needs_office' })
})

test('guardians of a child are linked without access until they are confirmed, and only once', async () => {
  const adult = toBody({ birthDate: '1980-02-03' })
  const child = toBody({ birthDate: '2016-02-03', guardians: [{ externalId: adult.externalId, relation: 'parent' }] })
  expect(await refuse(account, child)).toMatchObject({ code: 'invalid_input', fields: ['guardians.0.externalId'] })
  const { id: adultUserId } = await save(account, adult)
  const saved = await save(account, child)
  const links = () => query.select().from(guardianLinks).where(eq(guardianLinks.childUserId, saved.id))
  expect(await links()).toMatchObject([{ adultUserId, confirmedAt: null, relation: 'parent' }])
  expect(await save(account, child)).toMatchObject({ result: 'unchanged' })
  expect(await links()).toHaveLength(1)
})

test('people cannot make the call, and ids of a removed account are gone while the people stay', async () => {
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  expect((await superadministrator.fetch('POST', '/User', toBody({}))).status).toBe(403)
  const leaving = await insertIntegrationAccount()
  const { id } = await save(leaving, toBody({}))
  expect((await superadministrator.fetch('DELETE', `/User/integrationaccounts/${leaving.id}`)).status).toBe(204)
  expect(await query.select().from(integrationPeople).where(eq(integrationPeople.userId, id))).toEqual([])
  expect(await rowOf(id)).toBeTruthy()
})

test('a date of birth that cannot be is refused of a known person too', async () => {
  const body = toBody({})
  const { id } = await save(account, body)
  for (const birthDate of ['2999-01-01', '1850-01-01'])
    expect(await refuse(account, { ...body, birthDate })).toMatchObject({ status: 400, fields: ['birthDate'] })
  expect((await rowOf(id))?.birthOn).toBe('1991-03-04')
})
