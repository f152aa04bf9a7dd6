import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'
import { occasionResponsibles } from '#api/catalogue/occasions/table.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { users } from '#api/people/users/table.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { callOccasions, createOccasionFixture, isoInDays, type OccasionFixture } from './occasion-fixtures.ts'

const { query } = database()
const reason = 'Välj en aktiv utbildare eller administratör.'

let educator: OccasionFixture['educator']
let given: OccasionFixture['given']
let member: Person
beforeEach(async () => {
  ;({ educator, given } = await createOccasionFixture())
  member = await signedIn()
})

const weekly = () =>
  [0, 7, 14].map((days) => ({
    ...given,
    startDate: isoInDays(30 + days),
    endDate: isoInDays(30 + days, 2),
    lastSignUpDate: null,
  }))

const createSeries = async () => (await callOccasions<Occasion[]>(educator, 'POST', '/several', weekly())).body

const toInput = async (id: number, fields: object) => ({
  ...(await callOccasions<ManagedOccasion>(educator, 'GET', `/${id}/managed`)).body,
  ...fields,
})

/** Makes a person responsible for an occasion, as when the role was removed later. */
const addEarlier = (occasionId: number, userId: number) =>
  query.insert(occasionResponsibles).values({ occasionId, userId })

const listResponsible = async (occasionId: number) => {
  const rows = await query.select().from(occasionResponsibles).where(eq(occasionResponsibles.occasionId, occasionId))
  return rows.map(({ userId }) => userId).sort((a, b) => a - b)
}

test('refuses a new occasion, and a copy of one, with a responsible person who is no educator', async () => {
  const responsibleIds = [educator.id, member.id]
  const { status, body } = await callOccasions(educator, 'POST', '', { ...given, responsibleIds })
  expect([status, body.code, body.fields]).toEqual([400, 'invalid_input', { responsibleIds: reason }])
  const [first, second] = weekly()
  const several = await callOccasions(educator, 'POST', '/several', [first, { ...second, responsibleIds }])
  expect([several.status, several.body.fields]).toEqual([400, { '1.responsibleIds': reason }])
})

test('refuses inactive and unknown people, and takes educators and administrators', async () => {
  const inactive = await signedIn({ roles: { Educator: {} } })
  await query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, inactive.id))
  for (const responsibleId of [inactive.id, 999_999]) {
    const { body } = await callOccasions(educator, 'POST', '', { ...given, responsibleIds: [responsibleId] })
    expect(body.fields).toEqual({ responsibleIds: reason })
  }
  const office = await signedIn({ roles: { Administrator: {} } })
  const responsibleIds = [educator.id, office.id]
  const { body } = await callOccasions(educator, 'POST', '', { ...given, responsibleIds })
  expect(await listResponsible(body.id)).toEqual(responsibleIds.sort((a, b) => a - b))
})

test('an edit refuses a new person without the role, and keeps one whose role was removed', async () => {
  const { body: made } = await callOccasions(educator, 'POST', '', given)
  const former = await signedIn({ roles: { Educator: {} } })
  await addEarlier(made.id, former.id)
  await query.delete(userRoles).where(eq(userRoles.userId, former.id))
  const unrelated = await callOccasions(educator, 'PUT', '', await toInput(made.id, { city: 'Arvika' }))
  expect([unrelated.status, await listResponsible(made.id)]).toEqual([
    200,
    [educator.id, former.id].sort((a, b) => a - b),
  ])
  const responsibleIds = [educator.id, former.id, member.id]
  const refused = await callOccasions(educator, 'PUT', '', await toInput(made.id, { responsibleIds }))
  expect([refused.status, refused.body.fields]).toEqual([400, { responsibleIds: reason }])
  const left = await callOccasions(educator, 'PUT', '', await toInput(made.id, { responsibleIds: [educator.id] }))
  expect([left.status, await listResponsible(made.id)]).toEqual([200, [educator.id]])
})

test('a change of a series refuses a new person without the role, and keeps those whose role was removed', async () => {
  const [first, second, third] = await createSeries()
  if (!first || !second || !third) throw new Error('no series')
  for (const { id } of [first, second, third]) await addEarlier(id, member.id)
  const others = [second, third].map(({ id, lastChange }) => ({ id, lastChange }))
  const change = async (fields: object) =>
    callOccasions(educator, 'PUT', '/series', { occasion: await toInput(first.id, fields), others })
  const stranger = await signedIn()
  const refused = await change({ responsibleIds: [educator.id, member.id, stranger.id] })
  expect([refused.status, refused.body.fields]).toEqual([400, { responsibleIds: reason }])
  expect(await listResponsible(second.id)).not.toContain(stranger.id)
  expect((await change({ city: 'Arvika' })).status).toBe(200)
  expect(await listResponsible(third.id)).toContain(member.id)
})
