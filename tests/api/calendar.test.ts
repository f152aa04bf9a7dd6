import { beforeAll, describe, expect, test } from 'vitest'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { category, education, occasion, part, partResult } from '../catalogue.ts'
import { anonymous, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import { inDays, inHours } from '../time.ts'

let learner: Person
let lesson: number
let course: number
let branch: number

beforeAll(async () => {
  learner = await signedIn()
  lesson = await part({ title: 'Körning' })
  branch = await category('Rallycross')
  course = await education({ title: 'Förarlicens', partIds: [lesson], categoryIds: [branch] })
})

const ask = (body: object = {}, person = learner) => person.fetch('POST', '/Calendar/CalendarFiltered', body)
const items = (body: object = {}, person = learner) => bodyOf<CalendarItem[]>(ask(body, person))
const idsOf = (found: CalendarItem[]) => found.map(({ referenceId }) => referenceId)
/** Returns the calendar items of the test's own education only. */
const own = async (educationId: number, body: object = {}, person = learner) =>
  items({ educationId: [educationId], ...body }, person)
const booked = (person = learner) => person.json<CalendarItem[]>('GET', '/Calendar/FutureBookedCalendarItems')

async function aCourse(overrides: Parameters<typeof education>[0] = {}) {
  const partId = await part({ title: 'Praktik' })
  return { partId, educationId: await education({ partIds: [partId], ...overrides }) }
}

describe('POST /Calendar/CalendarFiltered', () => {
  test('shows what, where and when, and the caller’s relation to it', async () => {
    const { partId, educationId } = await aCourse({ title: 'Domarkurs', categoryIds: [branch] })
    const at = { educationPartId: partId, city: 'Åmål', venue: 'Klubbstugan', maxParticipants: 2, feeMinor: 25_050 }
    const id = await occasion(at)
    await partResult({ userId: learner.id, educationPartId: partId, occasionId: id, signedUpAt: null })
    const [item] = await own(educationId)
    expect(item).toMatchObject({
      id: `occasion-${id}`,
      kind: 0,
      referenceId: id,
      educationId,
      educationPartId: partId,
      title: 'Praktik',
      educationTitle: 'Domarkurs',
      city: 'Åmål',
      venue: 'Klubbstugan',
      fee: 250.5,
      educationCategoryIds: [branch],
      educationRoleIds: [],
      booked: true,
      pending: true,
      canceled: false,
      hasFreeSpots: true,
      availableSpots: 1,
    })
    expect((await own(educationId, {}, await signedIn()))[0]).toMatchObject({ booked: false, pending: false })
  })

  test('defaults to a month from now, with ongoing items', async () => {
    const { partId, educationId } = await aCourse()
    const add = (days: number, hours = 3) =>
      occasion({
        educationPartId: partId,
        startsAt: inDays(days),
        endsAt: inHours(hours, inDays(days)),
      })
    await add(-2)
    const underWay = await add(-1, 48)
    const soon = await add(5)
    await add(40)
    expect(idsOf(await own(educationId, { isInitialLoad: true, useMaxCountLimit: true }))).toEqual([underWay, soon])
  })

  test('covers whole days in Sweden, also when the clocks change', async () => {
    const { partId, educationId } = await aCourse()
    const at = (from: string, to: string) =>
      occasion({ educationPartId: partId, startsAt: new Date(from), endsAt: new Date(to) })
    await at('2027-03-27T20:00:00Z', '2027-03-27T22:59:59.999Z')
    const first = await at('2027-03-27T23:00:00.000Z', '2027-03-28T01:30:00.000Z')
    const last = await at('2027-03-28T21:59:59.999Z', '2027-03-28T23:00:00.000Z')
    await at('2027-03-28T22:00:00.000Z', '2027-03-28T23:00:00.000Z')
    expect(idsOf(await own(educationId, { startDate: '2027-03-28', endDate: '2027-03-28' }))).toEqual([first, last])
  })

  test('limits the items of each day, except the caller’s own and ongoing ones', async () => {
    const { partId, educationId } = await aCourse()
    const at = (days: number, hour: number, lasting = 1) => {
      const startsAt = new Date(
        `${inDays(days).toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00.000Z`,
      )
      return occasion({ educationPartId: partId, startsAt, endsAt: inHours(lasting, startsAt) })
    }
    const underWay = await at(18, 9, 96)
    const [first, second] = [await at(20, 8), await at(20, 9)]
    await at(20, 10)
    const own20 = await at(20, 11)
    const other = await at(21, 8)
    await partResult({ userId: learner.id, educationPartId: partId, occasionId: own20 })
    const [startDate, endDate] = [20, 22].map((days) => inDays(days).toISOString().slice(0, 10))
    const filter = { startDate, endDate, useMaxCountLimit: false, mostPerDay: 2 }
    expect(idsOf(await own(educationId, filter))).toEqual([underWay, first, second, own20, other])
    expect((await ask({ ...filter, mostPerDay: 0 })).status).toBe(400)
  })

  test('returns the earliest hundred, unless the limit is lifted', async () => {
    const { partId, educationId } = await aCourse()
    const made: number[] = []
    for (let hour = 0; hour < 102; hour += 1)
      made.unshift(await occasion({ educationPartId: partId, startsAt: inHours(-hour, inDays(9)) }))
    expect(idsOf(await own(educationId))).toEqual(made.slice(0, 100))
    expect(idsOf(await own(educationId, { useMaxCountLimit: false }))).toEqual(made)
  })

  test('filters by branch and education, and names the requested education', async () => {
    const shared = await part()
    const first = await education({ title: 'Första', partIds: [shared], categoryIds: [await category('Enduro')] })
    const second = await education({ title: 'Andra', partIds: [shared], categoryIds: [branch] })
    const id = await occasion({ educationPartId: shared })
    expect(await own(first)).toMatchObject([{ referenceId: id, educationTitle: 'Första' }])
    expect(await own(second)).toMatchObject([{ referenceId: id, educationTitle: 'Andra' }])
    expect(idsOf(await items({ educationCategory: [branch], educationId: [second] }))).toEqual([id])
    expect(await items({ educationCategory: [branch], educationId: [first] })).toEqual([])
    expect(await items({ educationRole: [999_999] })).toEqual([])
  })

  test('shows an unpublished education to its managers and participants only', async () => {
    const { partId, educationId } = await aCourse({ published: false })
    const id = await occasion({ educationPartId: partId })
    expect(await own(educationId)).toEqual([])
    expect(idsOf(await own(educationId, {}, await signedIn({ roles: { Administrator: {} } })))).toEqual([id])
    await partResult({ userId: learner.id, educationPartId: partId, occasionId: id })
    expect(idsOf(await own(educationId))).toEqual([id])
  })

  test('a cancelled occasion is shown to its participants and its leaders', async () => {
    const { partId, educationId } = await aCourse()
    const educator = await signedIn({ roles: { Educator: {} } })
    const id = await occasion({ educationPartId: partId, responsibleIds: [educator.id] })
    await partResult({ userId: learner.id, educationPartId: partId, occasionId: id })
    const left = await signedIn()
    await partResult({
      userId: left.id,
      educationPartId: partId,
      occasionId: id,
      canceled: true,
      changedAt: inDays(-3),
    })
    expect((await educator.fetch('PUT', `/EducationPartOccasions/${id}/CancelOccasion`, {})).status).toBe(200)
    expect(await own(educationId)).toMatchObject([{ referenceId: id, canceled: true, booked: false }])
    expect(idsOf(await own(educationId, {}, educator))).toEqual([id])
    expect(await own(educationId, {}, left)).toEqual([])
    expect(await booked()).toContainEqual(expect.objectContaining({ referenceId: id, canceled: true, booked: false }))
  })

  test('refuses an end before the start, an invalid day, and visitors', async () => {
    const backwards = await ask({ startDate: '2026-05-02', endDate: '2026-05-01' })
    expect(backwards.status).toBe(400)
    expect(await backwards.json()).toMatchObject({ fields: { endDate: 'Slutet måste vara efter början.' } })
    expect((await ask({ startDate: 'soon' })).status).toBe(400)
    expect((await ask({ educationId: ['a'] })).status).toBe(400)
    expect((await anonymous('POST', '/Calendar/CalendarFiltered', {})).status).toBe(401)
  })
})

test('returns pages in order without gaps or duplicates', async () => {
  const { partId, educationId } = await aCourse()
  const made: number[] = []
  for (let at = 0; at < 7; at += 1)
    made.push(await occasion({ educationPartId: partId, startsAt: inDays(at < 2 ? -0.01 * (2 - at) : at) }))
  await partResult({ userId: learner.id, educationPartId: partId, occasionId: made[4] ?? 0 })
  const pages = [0, 3, 6, 9].map(async (skip) => idsOf(await own(educationId, { skip, take: 3 })))
  expect(await Promise.all(pages)).toEqual([made.slice(0, 3), made.slice(3, 6), made.slice(6), []])
  expect((await ask({ take: 0 })).status).toBe(400)
  expect((await ask({ take: 101 })).status).toBe(400)
})

describe('POST /Calendar/CalendarCounts', () => {
  const counts = async (educationId: number, person = learner) => {
    const [startDate, endDate] = [20, 22].map((days) => inDays(days).toISOString().slice(0, 10))
    const body = { educationId: [educationId], startDate, endDate }
    const answer = await person.fetch('POST', '/Calendar/CalendarCounts', body)
    return (await bodyOf<{ count: number }[]>(answer)).map(({ count }) => count)
  }
  const noon = (days: number) => new Date(`${inDays(days).toISOString().slice(0, 10)}T11:00:00.000Z`)

  test('counts as many items of each day as the list shows', async () => {
    const { partId, educationId } = await aCourse()
    const educator = await signedIn({ roles: { Educator: {} } })
    const ids: number[] = []
    for (const days of [20, 20, 22])
      ids.push(await occasion({ educationPartId: partId, startsAt: noon(days), responsibleIds: [educator.id] }))
    await partResult({ userId: learner.id, educationPartId: partId, occasionId: ids[0] ?? 0 })
    expect(await counts(educationId)).toEqual([2, 0, 1])
    // A cancelled occasion stays visible to its participants and its leaders only.
    await educator.fetch('PUT', `/EducationPartOccasions/${ids[0]}/CancelOccasion`, {})
    expect(await counts(educationId)).toEqual([2, 0, 1])
    expect(await counts(educationId, educator)).toEqual([2, 0, 1])
    expect(await counts(educationId, await signedIn())).toEqual([1, 0, 1])
  })

  test('counts drafts only for their managers and participants', async () => {
    const { partId, educationId } = await aCourse({ published: false })
    const id = await occasion({ educationPartId: partId, startsAt: noon(21) })
    expect(await counts(educationId)).toEqual([0, 0, 0])
    expect(await counts(educationId, await signedIn({ roles: { Administrator: {} } }))).toEqual([0, 1, 0])
    await partResult({ userId: learner.id, educationPartId: partId, occasionId: id })
    expect(await counts(educationId)).toEqual([0, 1, 0])
  })

  test('refuses an end before the start, and visitors', async () => {
    const backwards = { startDate: '2026-05-02', endDate: '2026-05-01' }
    expect((await learner.fetch('POST', '/Calendar/CalendarCounts', backwards)).status).toBe(400)
    expect((await anonymous('POST', '/Calendar/CalendarCounts', {})).status).toBe(401)
  })
})

describe('GET /Calendar/FutureBookedCalendarItems', () => {
  test('returns the person’s coming bookings, the earliest first', async () => {
    const person = await signedIn()
    const sign = async (days: number, overrides: { canceled?: boolean } = {}) => {
      const partId = await part()
      await education({ partIds: [partId] })
      const id = await occasion({ educationPartId: partId, startsAt: inDays(days) })
      await partResult({ userId: person.id, educationPartId: partId, occasionId: id, ...overrides })
      return id
    }
    const [late, soon] = [await sign(200), await sign(3)]
    await sign(-4)
    await sign(5, { canceled: true })
    expect(idsOf(await booked(person))).toEqual([soon, late])
    expect(await booked(await signedIn())).toEqual([])
    expect((await anonymous('GET', '/Calendar/FutureBookedCalendarItems')).status).toBe(401)
  })

  test('an occasion that was cancelled with the person booked on it stays, as cancelled', async () => {
    const person = await signedIn()
    const partId = await part()
    await education({ partIds: [partId] })
    const canceledAt = new Date()
    const id = await occasion({ educationPartId: partId, startsAt: inDays(6), canceledAt })
    await partResult({
      userId: person.id,
      educationPartId: partId,
      occasionId: id,
      canceled: true,
      changedAt: canceledAt,
    })
    expect(await booked(person)).toMatchObject([
      { referenceId: id, canceled: true, booked: false, invitationUrl: null },
    ])
  })

  test('an occasion for one education names it, even when other educations contain its part', async () => {
    const person = await signedIn()
    const shared = await part()
    await education({ title: 'Den ena', partIds: [shared] })
    const meant = await education({ title: 'Den andra', partIds: [shared] })
    const id = await occasion({ educationPartId: shared, educationId: meant })
    await partResult({ userId: person.id, educationPartId: shared, occasionId: id })
    expect(await booked(person)).toMatchObject([{ educationId: meant, educationTitle: 'Den andra' }])
  })
})

test('the course of the scene is found without filters', async () => {
  const id = await occasion({ educationPartId: lesson, startsAt: inDays(0.5) })
  expect(await items()).toContainEqual(expect.objectContaining({ referenceId: id, educationId: course }))
})
