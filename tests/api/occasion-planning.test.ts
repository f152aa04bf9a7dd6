import { beforeEach, describe, expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { Clash, Place, ResponsiblePerson } from '#api/catalogue/occasions/planning/contract.ts'
import { occasionResponsibles } from '#api/catalogue/occasions/table.ts'
import { category, createEducation, occasion } from '../catalogue.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { inDays } from '../time.ts'
import { callOccasions, createOccasionFixture, isoInDays } from './occasion-fixtures.ts'

const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })

let educator: Person
let given: Awaited<ReturnType<typeof createOccasionFixture>>['given']
let stored: Occasion

beforeEach(async () => {
  ;({ educator, given } = await createOccasionFixture())
  given = { ...given, venue: `Sal ${crypto.randomUUID()}` }
  stored = (await callOccasions(educator, 'POST', '', given)).body
})

const sessions = (day = 30, hours = 0) => [{ start: isoInDays(day, hours), end: isoInDays(day, hours + 2) }]
const planned = (fields: object) => ({ city: 'Karlstad', venue: given.venue, sessions: sessions(), ...fields })
const clashesOf = async (person: Person, fields: object) =>
  (await callOccasions<Clash[]>(person, 'POST', '/clashes', planned(fields))).body

test('the same venue or the same responsible person at an overlapping time is a clash', async () => {
  expect(await clashesOf(educator, {})).toMatchObject([{ id: stored.id, isSameVenue: true, responsibleIds: [] }])
  const byPerson = await clashesOf(educator, { venue: null, responsibleIds: [educator.id] })
  expect(byPerson).toMatchObject([{ id: stored.id, isSameVenue: false, responsibleIds: [educator.id] }])
  expect(await clashesOf(educator, { venue: given.venue.toUpperCase() })).toHaveLength(1)
})

test('another time, venue, city or the occasion itself is none, and neither is a cancelled one', async () => {
  for (const other of [
    { sessions: sessions(31) },
    { sessions: sessions(30, 7) },
    { venue: 'Sal 2' },
    { city: 'Kil' },
    { exceptId: stored.id },
  ])
    expect(await clashesOf(educator, other)).toEqual([])
  await callOccasions(educator, 'PUT', `/${stored.id}/CancelOccasion`, {})
  expect(await clashesOf(educator, {})).toEqual([])
})

test('the dates of a repetition are all asked about, and wrong input is refused', async () => {
  expect(await clashesOf(educator, { sessions: [...sessions(9), ...sessions(30)] })).toHaveLength(1)
  expect((await callOccasions(educator, 'POST', '/clashes', planned({ sessions: [] }))).status).toBe(400)
})

test('a clash is found after any number of other occasions at the venue', async () => {
  const between = (at: number) => ({
    educationPartId: given.educationPartId,
    city: 'Karlstad',
    venue: given.venue,
    startsAt: inDays(10 + at / 100),
    endsAt: inDays(10.01 + at / 100),
  })
  for (let from = 0; from < 201; from += 67)
    await Promise.all(Array.from({ length: 67 }, (_, at) => occasion(between(from + at))))
  const found = await clashesOf(educator, { sessions: [...sessions(9), ...sessions(30)] })
  expect(found.map(({ id }) => id)).toEqual([stored.id])
})

describe('an occasion on the days 40 and 48', () => {
  beforeEach(async () => {
    const days = [...sessions(40, 2), ...sessions(48, 2)]
    const [startDate, endDate] = [days[0]?.start, days[1]?.end]
    await callOccasions(educator, 'POST', '', { ...given, sessions: days, startDate, endDate })
  })

  test.each([
    ['the same time', 40, 2, 1],
    ['a part of it', 40, 3, 1],
    ['the time after it', 40, 5, 0],
    ['the time before it', 40, -1, 0],
    ['a day between its days', 44, 2, 0],
    ['its last day', 48, 3, 1],
  ])('clashes at %s: %i days and %i hours from now', async (_, day, hours, count) =>
    expect(await clashesOf(educator, { sessions: sessions(day, hours) })).toHaveLength(count),
  )
})

test('an occasion without days is busy from its start to its end, however long', async () => {
  const long = { ...given, venue: `Sal ${crypto.randomUUID()}`, startDate: isoInDays(40), endDate: isoInDays(80) }
  await callOccasions(educator, 'POST', '', long)
  expect(await clashesOf(educator, { venue: long.venue, sessions: sessions(79) })).toHaveLength(1)
})

test('an occasion of an unpublished education clashes for those who may read it alone', async () => {
  const hidden = await createEducation([{}], { publishedAt: null })
  const venue = `Dold ${crypto.randomUUID()}`
  await callOccasions(superadministrator, 'POST', '', { ...given, educationPartId: hidden.firstPartId, venue })
  expect(await clashesOf(superadministrator, { venue })).toHaveLength(1)
  expect(await clashesOf(educator, { venue })).toEqual([])
})

test('each actor is offered the places of the occasions that it organises, and people without that role none', async () => {
  const placesFor = async (person: Person) => {
    const { status, body } = await callOccasions<Place[]>(person, 'GET', '/places')
    return status === 200 ? body.filter(({ venue }) => venue === given.venue) : status
  }
  const [one, ofCategory, club, learner] = await Promise.all([
    signedIn({ roles: { Educator: {} } }),
    signedIn({ roles: { Educator: { EducationCategory: [999_999] } } }),
    signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } }),
    signedIn(),
  ])
  const place = { city: 'Karlstad', venue: given.venue, address: null }
  expect(await placesFor(educator)).toEqual([place])
  expect(await placesFor(superadministrator)).toEqual([place])
  expect(await placesFor(one)).toEqual([])
  await query.insert(occasionResponsibles).values({ occasionId: stored.id, userId: one.id })
  expect(await placesFor(one)).toEqual([place])
  expect(await placesFor(ofCategory)).toEqual([])
  for (const person of [club, learner]) expect(await placesFor(person)).toBe(403)
  for (const person of [club, learner])
    expect((await callOccasions(person, 'POST', '/clashes', planned({}))).status).toBe(403)
})

describe('people who are suggested as responsible', () => {
  const suggestedTo = async (person: Person, educationPartId: number) => {
    const path = `/responsiblePeople?educationPartId=${educationPartId}`
    const { status, body } = await callOccasions<ResponsiblePerson[]>(person, 'GET', path)
    return status === 200 ? body.map(({ id }) => id) : status
  }

  test('those of the part come first, then those of its categories, then others', async () => {
    const categoryIds = [await category('Trial')]
    const ofCategory = await createEducation([{}], { categoryIds })
    const other = await createEducation([{}])
    const subject = await createEducation([{}], { categoryIds })
    const people = await Promise.all([1, 2, 3].map(() => signedIn({ birthOn: '1980-01-01', roles: { Educator: {} } })))
    const [first, second, third] = people.map(({ id }) => id)
    const parts = [other.firstPartId, ofCategory.firstPartId, subject.firstPartId]
    for (const [at, educationPartId] of parts.entries()) {
      await query.insert(educationResponsibles).values({
        educationId: [other.id, ofCategory.id, subject.id][at] ?? 0,
        userId: educator.id,
      })
      const fields = { ...given, educationPartId, responsibleIds: [[third, second, first][at]] }
      await callOccasions(superadministrator, 'POST', '', fields)
    }
    const suggested = await suggestedTo(educator, subject.firstPartId)
    expect(suggested).toEqual([first, second, educator.id, third])
  })

  test('each actor is offered those of the occasions that it organises, and people without that role none', async () => {
    const [one, ofCategory, club, child, nobody] = await Promise.all([
      signedIn({ roles: { Educator: {} } }),
      signedIn({ roles: { Educator: { EducationCategory: [999_999] } } }),
      signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } }),
      signedIn({ birthOn: '2015-01-01' }),
      signedIn(),
    ])
    const part = given.educationPartId
    const grown = await signedIn({ birthOn: '1980-01-01', roles: { Educator: {} } })
    await query.insert(occasionResponsibles).values({ occasionId: stored.id, userId: grown.id })
    expect(await suggestedTo(educator, part)).toEqual([educator.id, grown.id])
    expect(await suggestedTo(superadministrator, part)).toEqual(expect.arrayContaining([educator.id, grown.id]))
    expect(await suggestedTo(one, part)).toEqual([])
    await query.insert(occasionResponsibles).values({ occasionId: stored.id, userId: one.id })
    // The age of the first one is unknown, so that its name is hidden from those who do not teach it.
    expect(await suggestedTo(one, part)).toEqual([one.id, grown.id])
    expect(await suggestedTo(ofCategory, part)).toEqual([])
    for (const person of [club, child, nobody]) expect(await suggestedTo(person, part)).toBe(403)
  })
})
