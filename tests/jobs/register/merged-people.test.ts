import { expect, test } from 'vitest'
import { users } from '#api/people/users/table.ts'
import { insertFederation } from '../../federation.ts'
import { signedIn } from '../../portal.ts'
import { connectRegister, findPerson, getPerson, query, readRegister, refusedRows, row } from './fixtures.ts'

await insertFederation()
connectRegister()

const office = await signedIn({ roles: { SuperAdministrator: {} } })
const merge = (fromUserId: number, intoUserId: number) =>
  office.json('POST', '/PersonMerges', { fromUserId, intoUserId })
const countPeople = async () => (await query.select({ id: users.id }).from(users)).length

test('two people of the register that the office has merged stay one, whatever the register says of the other', async () => {
  await readRegister([row('M1'), row('M2', { lastName: 'Dubblett' })])
  const [one, other] = [await getPerson('M1'), await getPerson('M2')]
  await merge(other.id, one.id)
  const before = await countPeople()
  for (const more of [{ lastName: 'Nytt' }, { lastName: 'Nytt', email: 'ny@example.se' }, { deleted: true }, {}]) {
    await readRegister([row('M1', { lastName: 'Kvar' }), row('M2', more)])
    expect(await refusedRows()).toEqual([])
    expect(await getPerson('M1')).toMatchObject({ id: one.id, lastName: 'Kvar', inactiveAt: null, mergedInto: null })
    expect(await getPerson('M2')).toMatchObject({ id: other.id, lastName: 'Dubblett', mergedInto: one.id })
  }
  expect(await countPeople()).toBe(before)
})

test('a person who gets the register id of the other one follows its row', async () => {
  await readRegister([row('M3')])
  const registered = await getPerson('M3')
  const own = await signedIn()
  await merge(registered.id, own.id)
  expect((await findPerson('M3'))?.id).toBe(own.id)
  await readRegister([row('M3', { lastName: 'Följer' })])
  expect(await getPerson('M3')).toMatchObject({ id: own.id, lastName: 'Följer' })
  expect(await refusedRows()).toEqual([])
})

test('a protection that the register puts on the other row protects the person who stays', async () => {
  await readRegister([row('M4'), row('M5')])
  const [one, other] = [await getPerson('M4'), await getPerson('M5')]
  await merge(other.id, one.id)
  await readRegister([row('M4'), row('M5', { protected: true })])
  const [person] = (await query.select().from(users)).filter(({ id }) => id === one.id)
  expect(person?.protectedAt).not.toBeNull()
  await readRegister([row('M4', { protected: true }), row('M5', { protected: true, lastName: 'Ändrat' })])
  expect(await countPeople()).toBe((await query.select({ id: users.id }).from(users)).length)
  expect((await query.select().from(users)).find(({ id }) => id === other.id)?.mergedInto).toBe(one.id)
})
