import { eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { ManagedOccasion, SeriesOccasion } from '#api/catalogue/occasions/management/contract.ts'
import { occasionResponsibles, occasions } from '#api/catalogue/occasions/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { listAuditEntries } from '../audit.ts'
import { category, createEducation } from '../catalogue.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { callOccasions, createOccasionFixture, isoInDays, signUpPeople } from './occasion-fixtures.ts'

const { query } = database()
type Fixture = Awaited<ReturnType<typeof createOccasionFixture>>

let educator: Fixture['educator']
let given: Fixture['given']
let series: Occasion[]

const days = [30, 37, 44, 51]

const createSeries = async (of: object) =>
  (
    await callOccasions<Occasion[]>(
      educator,
      'POST',
      '/several',
      days.map((day) => ({ ...of, startDate: isoInDays(day), endDate: isoInDays(day, 6), lastSignUpDate: null })),
    )
  ).body

const at = (index: number) => series[index] as Occasion
const versions = (...indexes: number[]) => indexes.map(at).map(({ id, lastChange }) => ({ id, lastChange }))
const inputOf = async (one: Occasion, fields: object) => ({
  ...(await callOccasions<ManagedOccasion>(educator, 'GET', `/${one.id}/managed`)).body,
  ...fields,
})
const change = (person: Person, occasion: object, others: object[]) =>
  callOccasions(person, 'PUT', '/series', { occasion, others })
const stored = () =>
  query
    .select()
    .from(occasions)
    .where(
      inArray(
        occasions.id,
        series.map(({ id }) => id),
      ),
    )
    .orderBy(occasions.startsAt)
const venues = async () => (await stored()).map(({ venue }) => venue)
const unchanged = Array.from(days, () => 'Bergvik')
const listFor = async (person: Person) => {
  const { status, body } = await callOccasions<SeriesOccasion[]>(person, 'GET', `/${at(0).id}/series`)
  return status === 200 ? body.map(({ id }) => id) : status
}
const idsOf = (...indexes: number[]) => indexes.map((index) => at(index).id)

beforeEach(async () => {
  ;({ educator, given } = await createOccasionFixture())
  given = { ...given, fee: 0 }
  series = await createSeries(given)
})

test('a repetition is a series, an occasion that is created alone is not, and each lists the coming others', async () => {
  const ids = new Set((await stored()).map(({ seriesId }) => seriesId))
  expect([...ids]).toEqual([expect.any(Number)])
  const { body: alone } = await callOccasions(educator, 'POST', '', given)
  expect((await callOccasions(educator, 'GET', `/${alone.id}/series`)).body).toEqual([])
  await callOccasions(educator, 'PUT', `/${at(1).id}/CancelOccasion`, {})
  await query
    .update(occasions)
    .set({ startsAt: new Date(Date.now() - 60_000) })
    .where(eq(occasions.id, at(2).id))
  expect(await listFor(educator)).toEqual(idsOf(3))
})

test('occasions of two parts that are created at once are no series', async () => {
  const other = await createEducation()
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const both = [given, { ...given, educationPartId: other.firstPartId }]
  const { body } = await callOccasions<Occasion[]>(office, 'POST', '/several', both)
  expect((await callOccasions(office, 'GET', `/${body[0]?.id}/series`)).body).toEqual([])
})

test('a new room is written on all, each with its own audit entry, and other fields stay their own', async () => {
  await callOccasions(educator, 'PUT', '', await inputOf(at(2), { title: 'Kväll', city: 'Kil' }))
  const [, , third] = (await callOccasions<SeriesOccasion[]>(educator, 'GET', `/${at(1).id}/series`)).body
  expect(third?.id).toBe(at(3).id)
  series = await Promise.all(
    series.map(async ({ id }) => (await callOccasions(educator, 'GET', `/${id}/managed`)).body),
  )
  const { status, body } = await change(educator, await inputOf(at(0), { venue: 'Sal 2' }), versions(1, 2, 3))
  expect([status, body.venue]).toEqual([200, 'Sal 2'])
  expect(await venues()).toEqual(['Sal 2', 'Sal 2', 'Sal 2', 'Sal 2'])
  expect((await stored()).map(({ city, title }) => [city, title])).toContainEqual(['Kil', 'Kväll'])
  const entries = (await listAuditEntries('occasion')).slice(0, 4)
  expect(entries.map(({ targetId }) => Number(targetId)).sort((a, b) => a - b)).toEqual(idsOf(0, 1, 2, 3))
  for (const { action, data } of entries)
    expect([action, data]).toEqual(['occasion.changed', { before: { venue: 'Bergvik' }, after: { venue: 'Sal 2' } }])
})

test('other times, responsible people and texts are written on the following ones, each on its own day', async () => {
  const fields = {
    startDate: isoInDays(37, 1),
    endDate: isoInDays(37, 3),
    responsibleIds: [],
    description: '<p>Ta med <script>x</script>hjälm</p>',
  }
  expect((await change(educator, await inputOf(at(1), fields), versions(2, 3))).status).toBe(200)
  const hours = (await stored()).map(({ startsAt, endsAt }, index) =>
    [startsAt.getTime() - new Date(at(index).startDate).getTime(), endsAt.getTime() - startsAt.getTime()].map((ms) =>
      Math.round(ms / 3_600_000),
    ),
  )
  expect(hours).toEqual([[0, 6], ...Array(3).fill([1, 2])])
  expect((await stored()).map(({ description }) => description)).toEqual([
    null,
    ...Array(3).fill('<p>Ta med hjälm</p>'),
  ])
  const left = await query
    .select()
    .from(occasionResponsibles)
    .where(inArray(occasionResponsibles.occasionId, idsOf(0, 1, 2, 3)))
  expect(left.map(({ occasionId }) => occasionId)).toEqual(idsOf(0))
})

test('nothing is changed when somebody else has changed one of them, and the refusal names it', async () => {
  await callOccasions(educator, 'PUT', '', await inputOf(at(2), { maxParticipants: 20 }))
  const { status, body } = await change(educator, await inputOf(at(0), { venue: 'Sal 2' }), versions(1, 2, 3))
  expect([status, body.code]).toEqual([409, 'series_changed'])
  expect(body.fields['series']).toMatch(/ändrat/i)
  expect(await venues()).toEqual(unchanged)
  const old = await inputOf(at(0), { venue: 'Sal 2', lastChange: at(0).lastChange })
  await callOccasions(educator, 'PUT', '', await inputOf(at(0), { maxParticipants: 20 }))
  expect((await change(educator, old, versions(1))).body.code).toBe('changed_meanwhile')
  expect(await venues()).toEqual(unchanged)
})

test('of two editors at once one changes the whole series, and the other nothing', async () => {
  const inputs = await Promise.all(['Sal 2', 'Sal 3'].map((venue) => inputOf(at(0), { venue })))
  const answers = await Promise.all(inputs.map((input) => change(educator, input, versions(1, 2, 3))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(new Set(await venues()).size).toBe(1)
})

test('cancelled and begun occasions, those of other series and repeated ones are refused, and nothing is changed', async () => {
  const input = await inputOf(at(0), { venue: 'Sal 2' })
  await callOccasions(educator, 'PUT', `/${at(3).id}/CancelOccasion`, {})
  expect((await change(educator, input, versions(1, 3))).body.code).toBe('series_changed')
  const [foreign] = await createSeries(given)
  const strange = [{ id: foreign?.id, lastChange: foreign?.lastChange }]
  expect((await change(educator, input, strange)).body.fields).toHaveProperty('others')
  expect((await change(educator, input, versions(1, 1))).body.fields).toHaveProperty('others')
  expect((await change(educator, input, versions(0))).body.fields).toHaveProperty('others')
  expect((await change(educator, input, [])).status).toBe(400)
  await query
    .update(occasions)
    .set({ startsAt: new Date(Date.now() - 60_000) })
    .where(eq(occasions.id, at(0).id))
  expect((await change(educator, input, versions(1))).body.code).toBe('occasion_started')
  expect(await venues()).toEqual(unchanged)
})

test('too few seats on one of them change none', async () => {
  await signUpPeople(at(2), 2)
  const { body } = await change(educator, await inputOf(at(0), { maxParticipants: 1 }), versions(1, 2))
  expect(body.code).toBe('occasion_max_below_booked')
  expect(body.fields['series']).toMatch(/anmälda/i)
  expect((await stored()).map(({ maxParticipants }) => maxParticipants)).toEqual([12, 12, 12, 12])
})

test('a start that would move one of them to the past changes none', async () => {
  const fields = { startDate: isoInDays(1), endDate: isoInDays(1, 6) }
  const { status, body } = await change(educator, await inputOf(at(1), fields), versions(0))
  expect([status, body.code]).toEqual([400, 'invalid_input'])
  expect(body.fields['series']).toMatch(/förflutna/i)
  expect((await stored()).map(({ startsAt }) => startsAt.toISOString())).toEqual(
    series.map(({ startDate }) => new Date(startDate).toISOString()),
  )
})

test('the participants of each are notified once, and only when the organiser wishes', async () => {
  const [first] = await signUpPeople(at(0), 1)
  const [second] = await signUpPeople(at(1), 1)
  await drainJobs()
  const countNotices = async (signedUp: typeof first) =>
    (await query.select().from(notices)).filter(
      ({ userId, kind }) => userId === signedUp?.person.id && kind === 'occasionChanged',
    ).length
  const noticeCounts = async () => [await countNotices(first), await countNotices(second)]
  const reload = async () => {
    series = await Promise.all(
      series.map(async ({ id }) => (await callOccasions(educator, 'GET', `/${id}/managed`)).body),
    )
  }
  await change(educator, await inputOf(at(0), { venue: 'Sal 2' }), versions(1))
  await drainJobs()
  expect(await noticeCounts()).toEqual([0, 0])
  await reload()
  await change(educator, await inputOf(at(0), { venue: 'Sal 3', tellsParticipants: true }), versions(1))
  await drainJobs()
  await drainJobs()
  expect(await noticeCounts()).toEqual([1, 1])
})

test('each actor lists and changes only the occasions that it may organise', async () => {
  const mine = await category(`Serie ${crypto.randomUUID()}`)
  const [one, ofCategory, club, guardian, child, nobody] = await Promise.all([
    signedIn({ roles: { Educator: {} } }),
    signedIn({ roles: { Educator: { EducationCategory: [mine] } } }),
    signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } }),
    signedIn(),
    signedIn(),
    signedIn({ roles: { Educator: {} } }),
  ])
  const link = { adultUserId: guardian.id, childUserId: child.id, createdByUserId: guardian.id }
  await query.insert(guardianLinks).values({ ...link, confirmedAt: new Date(), createdAt: new Date() })
  await query.insert(occasionResponsibles).values([
    { occasionId: at(0).id, userId: one.id },
    { occasionId: at(2).id, userId: one.id },
  ])
  expect(await listFor(one)).toEqual(idsOf(2))
  for (const person of [ofCategory, club, guardian, child, nobody]) expect(await listFor(person)).toBe(403)
  const input = await inputOf(at(0), { venue: 'Sal 2' })
  for (const person of [one, ofCategory, club, guardian, child, nobody])
    expect((await change(person, input, versions(1, 2))).status).toBe(403)
  expect(await venues()).toEqual(unchanged)
  expect((await change(one, input, versions(2))).status).toBe(200)
  expect(await venues()).toEqual(['Sal 2', 'Bergvik', 'Sal 2', 'Bergvik'])
})

test('a change of the series that is sent again after a lost answer is made once, and is no conflict', async () => {
  const body = { occasion: await inputOf(at(0), { venue: 'Sal 2' }), others: versions(1, 2) }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const send = () => educator.fetch('PUT', '/EducationPartOccasions/series', body, headers)
  const [first, again] = [await send(), await send()]
  expect([first.status, again.status]).toEqual([200, 200])
  expect(await again.json()).toEqual(await first.json())
  expect(await venues()).toEqual(['Sal 2', 'Sal 2', 'Sal 2', 'Bergvik'])
  const changes = (await listAuditEntries('occasion')).filter(
    ({ action, targetId }) => action === 'occasion.changed' && idsOf(0, 1, 2).map(String).includes(targetId),
  )
  expect(changes).toHaveLength(3)
})
