import { beforeAll, expect, test } from 'vitest'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { EducationSummary, EducationView } from '#api/office/education-list/contract.ts'
import type { PublicOccasion } from '#api/office/public-catalogue/contract.ts'
import { configurePortal } from '../../configuration.ts'
import { anonymous, invalidateCache, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'
import { createOccasionSet, prepareTags, signUpToSet } from './fixtures.ts'

let learner: Person

beforeAll(async () => {
  await prepareTags()
  await configurePortal({ features: ['EducationPartTags', 'PublicCatalogue'] })
  learner = await signedIn()
})

const readList = (text: string) =>
  learner.json<EducationSummary[]>('GET', `/Educations?${new URLSearchParams({ text })}`)

test('occasions that are chosen together have one price and the fewest seats on every screen', async () => {
  const title = `Parkurs ${crypto.randomUUID().slice(0, 8)}`
  const set = await createOccasionSet(
    [
      { feeMinor: 35_000, maxParticipants: 20 },
      { feeMinor: 35_000, maxParticipants: 4 },
    ],
    { title, feeMinor: 0 },
  )
  const view = await learner.json<EducationView>('GET', `/Educations/${set.educationId}/view`)
  const [listed] = await readList(title)
  for (const one of [view, listed]) {
    expect(one?.feeRange).toEqual({ from: 700, to: 700 })
    expect(one?.nextOccasion).toMatchObject({ fee: 700, availableSpots: 4, hasFreeSpots: true })
  }

  const items = await learner.json<CalendarItem[]>('POST', '/Calendar/CalendarFiltered', {
    startDate: inDays(0).toISOString(),
    endDate: inDays(60).toISOString(),
  })
  const own = items.filter(({ educationId }) => educationId === set.educationId)
  expect(own.map(({ fee, isFeeOfSet, availableSpots }) => [fee, isFeeOfSet, availableSpots])).toEqual([
    [700, true, 4],
    [700, true, 4],
  ])

  const partIds = own.map(({ educationPartId }) => educationPartId)
  expect(own.map(({ partIdsOfSet }) => partIdsOfSet)).toEqual(partIds.toReversed().map((id) => [id]))

  await invalidateCache()
  const path = `/Catalogue/occasions?education=${set.educationId}`
  const offered = await bodyOf<PublicOccasion[]>(anonymous('GET', path))
  expect(offered.map(({ id, fee, availableSeats, along }) => [id, fee, availableSeats, along.length])).toEqual([
    [set.ids[0], 700, 4, 1],
  ])
})

test('a set has no free seat when one of its occasions is full', async () => {
  const title = `Fullkurs ${crypto.randomUUID().slice(0, 8)}`
  const { tag } = await createOccasionSet([{ maxParticipants: 20 }, { maxParticipants: 1 }], { title })
  expect((await signUpToSet(await signedIn(), tag.id)).status).toBe(200)
  const [listed] = await readList(title)
  expect(listed?.nextOccasion).toMatchObject({ availableSpots: 0, hasFreeSpots: false })
})

test('tags price nothing together while their feature is off', async () => {
  const title = `Helgkurs ${crypto.randomUUID().slice(0, 8)}`
  const set = await createOccasionSet(
    [
      { feeMinor: 50_000, maxParticipants: 9 },
      { feeMinor: 50_000, maxParticipants: 3 },
    ],
    { title },
  )
  await configurePortal({ features: ['PublicCatalogue'] })
  const [listed] = await readList(title)
  expect(listed?.nextOccasion).toMatchObject({ fee: 500, availableSpots: 9 })
  await invalidateCache()
  const offered = await bodyOf<PublicOccasion[]>(anonymous('GET', `/Catalogue/occasions?education=${set.educationId}`))
  expect(offered.map(({ fee, along }) => [fee, along.length])).toEqual([
    [500, 0],
    [500, 0],
  ])
  await configurePortal({ features: ['EducationPartTags', 'PublicCatalogue'] })
})
