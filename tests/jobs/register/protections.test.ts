import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { registerPeople } from '#api/people/register/table.ts'
import { protectedIdentities, users } from '#api/people/users/table.ts'
import { insertFederation } from '../../federation.ts'
import { connectRegister, findPerson, getPerson, query, readRegister, refusedRows, row } from './fixtures.ts'

await insertFederation()
connectRegister()

const findIdentity = async (externalId: string) =>
  (await query.select().from(protectedIdentities).where(eq(protectedIdentities.externalPersonId, externalId)))[0] ??
  null

test('a row that says nothing of protection lifts none, and lets a new person in without', async () => {
  await readRegister([row('H1', { protected: true }), row('H2')])
  expect(await findPerson('H2')).toMatchObject({ protectedAt: null })
  await readRegister([row('H1', { lastName: 'Ny' }), row('H2')])
  expect([(await findIdentity('H1'))?.lastName, await findPerson('H1')]).toEqual(['Ny', null])
  await readRegister([row('H1', { lastName: 'Ny', protected: false }), row('H2')])
  expect([await findIdentity('H1'), (await findPerson('H1'))?.lastName]).toEqual([null, 'Ny'])
})

test('a fault in a row keeps no identity open', async () => {
  const contact = { email: 'open@example.se', phone: '070-123 45 67' }
  const ids = ['K1', 'K2', 'K3', 'K4']
  await readRegister(ids.map((id) => row(id, { ...contact, email: `${id}@example.se` })))
  const known = await Promise.all(ids.map(getPerson))
  const faulty = [
    row('K1', { protected: true, memberships: [{ organizationId: 'elsewhere' }] }),
    row('K2', { protected: true, personalNumber: '198504121231' }),
    row('K3', { protected: true, birthDate: '2999-01-01' }),
    row('K4', { protected: true, email: 'not an address' }),
  ]
  const faults = [
    ['K1', 'organizationUnknown'],
    ['K2', 'personalNumberInvalid'],
    ['K3', 'birthDateInvalid'],
  ]
  expect(await readRegister(faulty)).toMatchObject({ state: 2, newCount: 0, changedCount: 1, refusedCount: 3 })
  expect(await refusedRows()).toEqual(faults)
  for (const { id, externalPersonId, lastName } of known) {
    const [masked] = await query.select().from(users).where(eq(users.id, id))
    expect(masked).toMatchObject({ firstName: 'Skyddad', lastName: 'deltagare', email: null, phone: null })
    const identity = await findIdentity(externalPersonId ?? '')
    expect(identity).toMatchObject({
      userId: id,
      lastName,
      email: `${externalPersonId}@example.se`,
      fromRegister: true,
    })
    expect(identity?.memberships).toMatchObject([{ organizationId: 20 }])
  }
  const contacts = await query.select({ email: registerPeople.email, phone: registerPeople.phone }).from(registerPeople)
  expect(contacts).toEqual(ids.map(() => ({ email: null, phone: null })))

  // The same row again is refused again, and the row of before lifts the protection.
  expect(await readRegister(faulty)).toMatchObject({ changedCount: 0, refusedCount: 3 })
  expect(await refusedRows()).toEqual(faults)
  await readRegister(ids.map((id) => row(id, { ...contact, email: `${id}@example.se`, protected: false })))
  expect((await Promise.all(ids.map(getPerson))).map(({ id, email }) => [id, email])).toEqual(
    known.map(({ id, email }) => [id, email]),
  )
})

test('a faulty row of a protected person whom the portal does not have creates nobody and shows no name', async () => {
  await readRegister([row('K5', { protected: true, birthDate: '2999-01-01' }), row('K6', { email: 'not an address' })])
  expect([await findIdentity('K5'), await refusedRows()]).toEqual([null, [['K5', 'birthDateInvalid']]])
  expect(await getPerson('K6')).toMatchObject({ email: null, userName: 'K6' })
})
