import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { emailChanges } from '#api/people/email-changes/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { registerPeople } from '#api/people/register/table.ts'
import { protectedIdentities, userOrganizations, users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { insertFederation } from '../../federation.ts'
import { signedIn } from '../../portal.ts'
import { connectRegister, findPerson, getPerson, query, readRegister, refusedRows, row } from './fixtures.ts'

await insertFederation()
connectRegister()

const clubsOf = async (userId: number) =>
  (await query.select().from(userOrganizations).where(eq(userOrganizations.userId, userId)))
    .map(({ organizationId }) => organizationId)
    .sort()

test('a new person comes in with club, date of birth and a user name, and can be found by the club', async () => {
  const run = await readRegister([
    row('N1', {
      email: 'anna.n1@example.se',
      phone: '070-123 45 67',
      memberships: [{ organizationId: 'C20', from: '2019-01-01' }],
    }),
  ])
  expect(run).toMatchObject({ state: 2, isFull: true, readCount: 1, newCount: 1, changedCount: 0, refusedCount: 0 })
  const person = await getPerson('N1')
  expect(person).toMatchObject({
    firstName: 'Anna',
    lastName: 'Berg N1',
    userName: 'anna.n1@example.se',
    email: 'anna.n1@example.se',
    phone: '070-123 45 67',
    birthOn: '1985-04-12',
    isExternal: false,
    passwordHash: null,
  })
  expect(await query.select().from(userOrganizations).where(eq(userOrganizations.userId, person.id))).toEqual([
    { userId: person.id, organizationId: 20, isPrimary: true, fromOn: '2019-01-01', toOn: null },
  ])
  const [entry] = await listAuditEntries('user')
  expect(entry).toEqual({ action: 'user.registered', userId: null, targetId: String(person.id), data: {} })
  const club = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } }, organizationIds: [20] })
  expect((await club.fetch('GET', `/User/${person.id}`)).status).toBe(200)
})

test('a second night with the same data writes nothing', async () => {
  const rows = [row('S1', { email: 'anna.s1@example.se', personalNumber: '19850412-1230' }), row('S2')]
  await readRegister(rows)
  const state = async () => [
    await query.select().from(users),
    await query.select().from(userOrganizations),
    await query.select().from(registerPeople),
    await query.select().from(auditEntries).where(eq(auditEntries.targetType, 'user')),
  ]
  const before = await state()
  expect(await readRegister(rows)).toMatchObject({ state: 2, readCount: 2, newCount: 0, changedCount: 0 })
  expect(await state()).toEqual(before)
})

test('the register owns name and date of birth; e-mail and phone until the person changes them', async () => {
  await readRegister([row('F1', { email: 'old@example.se', phone: '070 111 11 11' })])
  const { id } = await getPerson('F1')
  await readRegister([
    row('F1', { firstName: 'Anne', email: 'new@example.se', phone: '070 222 22 22', birthDate: '1985-04-13' }),
  ])
  expect(await getPerson('F1')).toMatchObject({
    firstName: 'Anne',
    email: 'new@example.se',
    phone: '070 222 22 22',
    birthOn: '1985-04-13',
  })
  const [entry] = await listAuditEntries('user')
  expect(entry).toMatchObject({
    action: 'user.registerChanged',
    targetId: String(id),
    data: {
      before: { firstName: 'Anna', email: 'old@example.se' },
      after: { firstName: 'Anne', email: 'new@example.se' },
    },
  })
  const now = new Date()
  const own = { userId: id, requestedByUserId: id, createdAt: now, expiresAt: now, confirmedAt: now }
  await query.insert(emailChanges).values({ id: 'own-f1', email: 'own@example.se', ...own })
  await query.update(users).set({ email: 'own@example.se', phone: '070 333 33 33' }).where(eq(users.id, id))
  await readRegister([row('F1', { lastName: 'Ek', email: 'third@example.se', phone: '070 444 44 44' })])
  expect(await getPerson('F1')).toMatchObject({ lastName: 'Ek', email: 'own@example.se', phone: '070 333 33 33' })
})

test('an address that is missing or wrong for a night changes nothing, and the next one is followed', async () => {
  await readRegister([row('V1', { email: 'v1@example.se', phone: '070 111 11 11' })])
  await readRegister([row('V1', { email: 'not an address', phone: 'ring mamma' })])
  expect(await getPerson('V1')).toMatchObject({ email: 'v1@example.se', phone: '070 111 11 11' })
  await readRegister([row('V1')])
  await readRegister([row('V1', { email: 'v1.new@example.se', phone: '070 222 22 22' })])
  expect(await getPerson('V1')).toMatchObject({ email: 'v1.new@example.se', phone: '070 222 22 22' })
})

test('the former address is notified of a new one of an account in use, which resets no password for three days', async () => {
  await readRegister([row('E1', { email: 'used@example.se' })])
  const { id } = await getPerson('E1')
  await query.update(users).set({ lastLoginAt: new Date() }).where(eq(users.id, id))
  await readRegister([row('E1', { email: 'changed@example.se' })])
  expect((await getPerson('E1')).email).toBe('changed@example.se')
  const mails = await query.select().from(outboxMails).where(eq(outboxMails.userId, id))
  expect(mails.map(({ recipient, name }) => [recipient, name])).toEqual([['used@example.se', 'emailChanged']])
  const [change] = await query.select().from(emailChanges).where(eq(emailChanges.userId, id))
  expect(change).toMatchObject({ fromRegister: true, restLiftedAt: null, previousEmail: 'used@example.se' })
})

test('a person who moves leaves the old club; a club that the office has added stays', async () => {
  await readRegister([row('M1')])
  const { id } = await getPerson('M1')
  await query.insert(userOrganizations).values({ userId: id, organizationId: 30 })
  await readRegister([
    row('M1', { memberships: [{ organizationId: 'C21' }, { organizationId: 'C20', to: '2020-12-31' }] }),
  ])
  expect(await clubsOf(id)).toEqual([21, 30])
})

test('a club that comes to the portal later gets its members', async () => {
  const rows = [row('C1', { memberships: [{ organizationId: 'C20' }, { organizationId: 'C99' }] })]
  await readRegister(rows)
  const { id } = await getPerson('C1')
  expect(await clubsOf(id)).toEqual([20])
  await query.update(organizations).set({ externalId: 'C99' }).where(eq(organizations.id, 21))
  await readRegister(rows)
  expect(await clubsOf(id)).toEqual([20, 21])
  expect(await readRegister(rows)).toMatchObject({ changedCount: 0 })
})

test('an account that was there is taken over by the register id, the number, or name, birth date and address', async () => {
  const byHand = await signedIn({
    firstName: 'Anna',
    lastName: 'Berg T1',
    email: 't1@example.se',
    birthOn: '1985-04-12',
    isExternal: true,
  })
  await readRegister([row('T1', { email: 'T1@example.se' })])
  expect(await getPerson('T1')).toMatchObject({ id: byHand.id, isExternal: false })
  expect(await clubsOf(byHand.id)).toEqual([20])

  const same = { firstName: 'Anna', lastName: 'Berg T2', email: 't2@example.se', birthOn: '1985-04-12' }
  await signedIn(same)
  await signedIn(same)
  await readRegister([row('T1', { email: 'T1@example.se' }), row('T2', { email: 't2@example.se' })])
  expect([await findPerson('T2'), await refusedRows()]).toEqual([null, [['T2', 'ambiguous']]])
})

test('a merged row leads to the same account, whichever of the two comes first', async () => {
  await readRegister([row('A1')])
  const { id } = await getPerson('A1')
  await readRegister([row('B1', { lastName: 'Ny' }), row('A1', { mergedInto: 'B1' })])
  expect(await getPerson('B1')).toMatchObject({ id, lastName: 'Ny' })
  expect(await findPerson('A1')).toBeNull()
  await readRegister([row('B1', { lastName: 'Ännu nyare' }), row('A1', { mergedInto: 'B1' })])
  expect(await getPerson('B1')).toMatchObject({ id, lastName: 'Ännu nyare' })
})

test('two accounts that the register merges are reported and stay as they are', async () => {
  await readRegister([row('A2'), row('B2')])
  const before = [await getPerson('A2'), await getPerson('B2')]
  await readRegister([row('A2', { mergedInto: 'B2' }), row('B2')])
  expect(await refusedRows()).toEqual([['A2', 'mergeOfTwoAccounts']])
  expect([await getPerson('A2'), await getPerson('B2')]).toEqual(before)
})

test('two accounts that the register merges into one new row are reported, and the other rows are applied', async () => {
  await readRegister([row('A3'), row('A4')])
  const { id } = await getPerson('A3')
  const run = await readRegister([
    row('A3', { mergedInto: 'B3' }),
    row('A4', { mergedInto: 'B3' }),
    row('B3'),
    row('Z1'),
  ])
  expect(run).toMatchObject({ state: 2, newCount: 1, refusedCount: 1 })
  expect(await refusedRows()).toEqual([['A4', 'mergeOfTwoAccounts']])
  expect((await getPerson('B3')).id).toBe(id)
  expect((await getPerson('A4')).inactiveAt).toBeNull()
  expect((await getPerson('Z1')).lastName).toBe('Berg Z1')
})

test('an account follows the personal number to a new register id; two live rows of one number are refused', async () => {
  const personalNumber = '198504121230'
  await readRegister([row('P1', { personalNumber })])
  const { id } = await getPerson('P1')
  await readRegister([row('P1', { personalNumber, deleted: true }), row('P2', { personalNumber })])
  expect(await getPerson('P2')).toMatchObject({ id, inactiveAt: null })

  await readRegister([row('P2', { personalNumber }), row('P3', { personalNumber })])
  expect([await findPerson('P3'), await refusedRows()]).toEqual([null, [['P3', 'numberTwice']]])
  await readRegister([row('Q1', { personalNumber: '199001011239' }), row('Q2', { personalNumber: '199001011239' })])
  expect(await refusedRows()).toEqual([
    ['Q1', 'numberTwice'],
    ['Q2', 'numberTwice'],
  ])
})

test('a row whose account has gone to another row closes nothing when it changes, and is refused when it comes back', async () => {
  const personalNumber = '198504121230'
  await readRegister([row('P4', { personalNumber, email: 'p4@example.se' })])
  const { id } = await getPerson('P4')
  const successor = row('P5', { personalNumber, email: 'p5@example.se' })
  const deletedRow = row('P4', { personalNumber, email: 'p4@example.se', deleted: true })
  await readRegister([deletedRow, successor])
  await readRegister([{ ...deletedRow, lastName: 'Ny', email: 'gone@example.se' }, successor])
  expect(await getPerson('P5')).toMatchObject({ id, inactiveAt: null, email: 'p5@example.se' })
  expect(await clubsOf(id)).toEqual([20])

  await readRegister([row('P4', { personalNumber }), successor])
  expect(await refusedRows()).toEqual([['P4', 'numberTwice']])
  await readRegister([deletedRow, { ...successor, email: 'later@example.se' }])
  expect(await getPerson('P5')).toMatchObject({ id, inactiveAt: null, email: 'later@example.se' })
  // The row that has the account ends: the other one may have it again.
  await readRegister([row('P4', { personalNumber }), { ...successor, deleted: true }])
  expect(await getPerson('P4')).toMatchObject({ id, inactiveAt: null })
})

test('a protected person comes in hidden, and protection is set and lifted', async () => {
  await readRegister([
    row('H1', { protected: true, email: 'hidden@example.se' }),
    row('H2', { email: 'h2@example.se' }),
  ])
  expect(await findPerson('H1')).toBeNull()
  const [hidden] = await query.select().from(protectedIdentities).where(eq(protectedIdentities.externalPersonId, 'H1'))
  expect(hidden).toMatchObject({ lastName: 'Berg H1', email: 'hidden@example.se', fromRegister: true })
  expect(hidden?.memberships).toMatchObject([{ organizationId: 20, isPrimary: 1 }])
  const [masked] = await query
    .select()
    .from(users)
    .where(eq(users.id, hidden?.userId ?? 0))
  expect(masked).toMatchObject({ firstName: 'Skyddad', lastName: 'deltagare', email: null })
  expect(masked?.userName).toMatch(/^medlem-/)

  const { id } = await getPerson('H2')
  const second = [
    row('H1', { protected: false }),
    row('H2', { protected: true, lastName: 'Dold', email: 'h2@example.se' }),
  ]
  await readRegister(second)
  expect(await getPerson('H1')).toMatchObject({ id: hidden?.userId, lastName: 'Berg H1', protectedAt: null })
  expect(await clubsOf(hidden?.userId ?? 0)).toEqual([20])
  const [protectedNow] = await query.select().from(protectedIdentities)
  expect(protectedNow).toMatchObject({ userId: id, lastName: 'Dold' })
  expect(await clubsOf(id)).toEqual([])
  const audit = JSON.stringify(await listAuditEntries('user'))
  expect(audit).not.toContain('Dold')
  // The same again: nothing is left to do.
  expect(await readRegister(second)).toMatchObject({ changedCount: 0 })
})

test('a protection by the office is not lifted by the register', async () => {
  await readRegister([row('O1')])
  const { id } = await getPerson('O1')
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  expect((await office.fetch('PUT', `/User/${id}/protection`, { protected: true, reason: 'Begäran' })).status).toBe(200)
  await readRegister([row('O1', { lastName: 'Nyhet', protected: false })])
  const [identity] = await query.select().from(protectedIdentities).where(eq(protectedIdentities.userId, id))
  expect(identity).toMatchObject({ lastName: 'Nyhet', fromRegister: false })
})
