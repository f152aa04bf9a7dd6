import { beforeAll, describe, expect, test } from 'vitest'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { Dashboard } from '#api/office/dashboard/contract.ts'
import type { EducationSummary, EducationView, OwnEducation } from '#api/office/education-list/contract.ts'
import { createEducation, education, occasion, part, partResult } from '../catalogue.ts'
import { type Person, signedIn } from '../portal.ts'
import { inDays } from '../time.ts'

let learner: Person

beforeAll(async () => {
  learner = await signedIn()
})

const cards = (query: string, person = learner) => person.json<EducationSummary[]>('GET', `/Educations?${query}`)

/** The card of an education; each test gives its education a title of its own. */
async function cardOf(title: string, query = ''): Promise<EducationSummary> {
  const [card] = await cards(`text=${encodeURIComponent(title)}&${query}`)
  if (!card) throw new Error(`${title} is not in the list`)
  return card
}

const full = { maxParticipants: 2, bookedCount: 2 }

describe('the date of a card', () => {
  test('is the earliest with a free seat, with the number of further ones', async () => {
    const { firstPartId: educationPartId } = await createEducation([{}], { title: 'Kartläsare' })
    await occasion({ educationPartId, startsAt: inDays(3), city: 'Mora', ...full })
    await occasion({ educationPartId, startsAt: inDays(9), city: 'Falun', maxParticipants: 2, bookedCount: 1 })
    await occasion({ educationPartId, startsAt: inDays(12), city: 'Kil' })
    expect((await cardOf('Kartläsare')).nextOccasion).toMatchObject({ city: 'Falun', availableSpots: 1, others: 1 })
  })

  test('is a full one when all are full', async () => {
    const { firstPartId: educationPartId } = await createEducation([{}], { title: 'Depåchef' })
    await occasion({ educationPartId, startsAt: inDays(5), ...full })
    await occasion({ educationPartId, startsAt: inDays(3), city: 'Mora', ...full })
    expect((await cardOf('Depåchef')).nextOccasion).toMatchObject({ city: 'Mora', hasFreeSpots: false, others: 0 })
  })

  test('is never one whose sign-up has closed', async () => {
    const { firstPartId: educationPartId } = await createEducation([{}], { title: 'Flaggvakt' })
    await occasion({ educationPartId, startsAt: inDays(3), lastSignUpAt: inDays(-1) })
    expect((await cardOf('Flaggvakt')).nextOccasion).toBeNull()
  })

  test('is never one of a part that comes after another part with dates', async () => {
    const [first, online, second] = [await part(), await part({ type: 1 }), await part()]
    const dependencies = { [online]: [first], [second]: [online] }
    await education({ title: 'Folkrace', partIds: [first, online, second], dependencies })
    await occasion({ educationPartId: second, startsAt: inDays(2), city: 'Mora' })
    await occasion({ educationPartId: first, startsAt: inDays(6), city: 'Kil' })
    expect((await cardOf('Folkrace')).nextOccasion).toMatchObject({ city: 'Kil', others: 0 })
  })

  test('may follow a web course', async () => {
    const [online, lesson] = [await part({ type: 1 }), await part()]
    await education({ title: 'Rallytränare', partIds: [online, lesson], dependencies: { [lesson]: [online] } })
    await occasion({ educationPartId: lesson, startsAt: inDays(6), city: 'Kil' })
    expect((await cardOf('Rallytränare')).nextOccasion).toMatchObject({ city: 'Kil' })
  })

  test('fits the filter that found the education', async () => {
    const { firstPartId: educationPartId } = await createEducation([{}], { title: 'Starter' })
    await occasion({ educationPartId, startsAt: inDays(3), city: 'Mora' })
    await occasion({ educationPartId, startsAt: inDays(20), city: 'Gävle' })
    expect((await cardOf('Starter', 'city=Gävle')).nextOccasion).toMatchObject({ city: 'Gävle', others: 0 })
    for (const { title, nextOccasion } of await cards('freeSpots=true'))
      expect(nextOccasion?.hasFreeSpots, title).toBe(true)
  })
})

test('an own booking is shown with its education while it lasts', async () => {
  const person = await signedIn()
  const { id, partIds } = await createEducation([{}, {}, {}])
  const days = [-9, 8, 4]
  for (const [at, educationPartId] of partIds.entries()) {
    const startsAt = inDays(days[at] ?? 0)
    const occasionId = await occasion({ educationPartId, startsAt, city: at === 2 ? 'Kil' : 'Mora' })
    await partResult({ userId: person.id, educationPartId, occasionId, signedUpAt: at === 2 ? null : startsAt })
  }
  const own = async (reader: Person) =>
    (await reader.json<{ educations: OwnEducation[] }>('GET', `/Educations/own?educationIds=${id}`)).educations[0]
  expect((await own(person))?.booking).toMatchObject({ city: 'Kil', pending: true })
  expect((await own(learner))?.booking).toBeNull()
})

describe('the price', () => {
  const calendarFee = async (educationId: number, person: Person) => {
    const body = { educationId: [educationId] }
    const items = await (await person.fetch('POST', '/Calendar/CalendarFiltered', body)).json()
    return (items as CalendarItem[]).map(({ fee }) => fee)
  }

  test('of a date includes the fee of its education once', async () => {
    const person = await signedIn()
    const { id, firstPartId: educationPartId } = await createEducation([{}], { feeMinor: 50_000 })
    await occasion({ educationPartId, feeMinor: 45_050 })
    expect(await calendarFee(id, person)).toEqual([950.5])
    const other = await part({ title: 'Förkurs', type: 1 })
    await partResult({ userId: person.id, educationPartId: other, educationId: id })
    expect(await calendarFee(id, person)).toEqual([450.5])
  })

  test('of a recommended education is that of its card', async () => {
    const person = await signedIn()
    const { id, firstPartId: educationPartId } = await createEducation([{}], { title: 'Banpreparering' })
    await occasion({ educationPartId, startsAt: inDays(1), feeMinor: 35_000 })
    await occasion({ educationPartId, startsAt: inDays(2), feeMinor: 60_000 })
    await occasion({ educationPartId, startsAt: inDays(3), feeMinor: 90_000, lastSignUpAt: inDays(-1) })
    const { recommended } = await person.json<Dashboard>('GET', '/Dashboard')
    const shown = recommended.find(({ educationId }) => educationId === id)
    expect(shown?.feeRange).toEqual({ from: 350, to: 600 })
    expect((await cardOf('Banpreparering')).feeRange).toEqual(shown?.feeRange)
  })
})

describe('a date that is closed to external people', () => {
  const blocked = { blockedForExternalUsers: true, feeMinor: 20_000 }

  /** Returns the first date and the lowest price on the list's card, the page and the start page. */
  async function shownTo(person: Person, title: string, id: number) {
    const [card] = await cards(`text=${encodeURIComponent(title)}`, person)
    const page = await person.json<EducationView>('GET', `/Educations/${id}/view`)
    const { recommended } = await person.json<Dashboard>('GET', '/Dashboard')
    const tile = recommended.find(({ educationId }) => educationId === id)
    return [card, page, tile].map((shown) => [shown?.nextOccasion?.city, shown?.feeRange?.from])
  }

  test('is not offered to them on any screen, nor is its price', async () => {
    const { id, firstPartId: educationPartId } = await createEducation([{}], { title: 'Rallysekreterare' })
    await occasion({ educationPartId, startsAt: inDays(0.5), city: 'Mora', ...blocked })
    await occasion({ educationPartId, startsAt: inDays(0.6), city: 'Kil', feeMinor: 50_000 })
    const outsider = await signedIn({ isExternal: true })
    const toMember = ['Mora', 200]
    expect(await shownTo(learner, 'Rallysekreterare', id)).toEqual([toMember, toMember, toMember])
    const toOutsider = ['Kil', 500]
    expect(await shownTo(outsider, 'Rallysekreterare', id)).toEqual([toOutsider, toOutsider, toOutsider])
    const free = await cards('text=Rallysekreterare&freeSpots=true', outsider)
    expect(free.map(({ nextOccasion }) => nextOccasion?.city)).toEqual(['Kil'])
  })

  test('leaves no date when it is the only one', async () => {
    const { firstPartId: educationPartId } = await createEducation([{}], { title: 'Miljöchef' })
    await occasion({ educationPartId, startsAt: inDays(3), ...blocked })
    const outsider = await signedIn({ isExternal: true })
    const [card] = await cards('text=Miljöchef', outsider)
    expect(card?.nextOccasion).toBeNull()
    expect(await cards('text=Miljöchef&freeSpots=true', outsider)).toEqual([])
    expect((await cardOf('Miljöchef')).nextOccasion).not.toBeNull()
  })
})
