import { beforeAll, describe, expect, test } from 'vitest'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { education, educationResult, occasion, part, partResult } from '../catalogue.ts'
import { anonymous, type Person, signedIn } from '../portal.ts'
import { inDays } from '../time.ts'

let learner: Person
let lesson: number
let course: number

beforeAll(async () => {
  learner = await signedIn()
  lesson = await part({ title: 'Körning' })
  course = await education({ title: 'Förarlicens', partIds: [lesson] })
})

const read = <Answer = unknown>(path: string, person = learner) => person.json<Answer>('GET', path)
const status = async (path: string, person = learner) => (await person.fetch('GET', path)).status
const idsAt = async (path: string, person = learner) => (await read<Occasion[]>(path, person)).map(({ id }) => id)

describe('an occasion', () => {
  test('returns its seats, price, times and names', async () => {
    const id = await occasion({
      educationPartId: lesson,
      maxParticipants: 10,
      reservedCount: 3,
      feeMinor: 19_950,
      onlineUrl: 'https://meet.example/secret',
      sessions: [{ start: '2026-05-01T07:00:00.000Z', end: '2026-05-01T10:00:00.000Z' }],
    })
    await partResult({ userId: learner.id, educationPartId: lesson, occasionId: id })
    const answer = await read<Record<string, unknown>>(`/EducationPartOccasions/${id}`)
    expect(answer).toMatchObject({ availableSpots: 6, bookedCount: 1, hasFreeSpots: true, fee: 199.5, isOnline: true })
    expect(answer).toMatchObject({ educationTitle: 'Förarlicens', partTitle: 'Körning', canceled: false })
    expect(answer['sessions']).toEqual([{ start: '2026-05-01T07:00:00.000Z', end: '2026-05-01T10:00:00.000Z' }])
    expect(JSON.stringify(answer)).not.toContain('meet.example')
  })

  test('has no limit by default, and never fewer than zero free seats', async () => {
    const spots = '/EducationPartOccasions/GetAvailableSpotsOnOccasion'
    expect(await read(`${spots}/${await occasion({ educationPartId: lesson })}`)).toBeNull()
    const over = await occasion({ educationPartId: lesson, maxParticipants: 5, bookedCount: 7 })
    expect(await read(`${spots}/${over}`)).toBe(0)
    expect(await read(`/EducationPartOccasions/${over}`)).toMatchObject({ availableSpots: 0, hasFreeSpots: false })
    expect(await status(`${spots}/999999`)).toBe(404)
  })

  test('counts its free seats for each request', async () => {
    const id = await occasion({ educationPartId: lesson, maxParticipants: 2 })
    const path = `/EducationPartOccasions/GetAvailableSpotsOnOccasion/${id}`
    expect(await read(path)).toBe(2)
    await partResult({ userId: (await signedIn()).id, educationPartId: lesson, occasionId: id })
    expect(await read(path)).toBe(1)
  })

  test('of a shared part names an education that the reader may read', async () => {
    const shared = await part({ title: 'Delad dag' })
    await education({ title: 'Hemligt utkast', published: false, partIds: [shared] })
    await education({ title: 'Avvecklad', archivedAt: new Date(), partIds: [shared] })
    const [participant, office] = [await signedIn(), await signedIn({ roles: { Administrator: {} } })]
    const id = await occasion({ educationPartId: shared })
    const draft = await education({ title: 'Nytt utkast', published: false, partIds: [shared] })
    await educationResult({ userId: participant.id, educationId: draft })
    const titleFor = async (person: Person) =>
      (await read<Occasion>(`/EducationPartOccasions/${id}`, person)).educationTitle
    expect([await titleFor(participant), await titleFor(office)]).toEqual(['Nytt utkast', 'Hemligt utkast'])
    await education({ title: 'Öppen', partIds: [shared] })
    expect([await titleFor(participant), await titleFor(office), await titleFor(learner)]).toEqual([
      'Öppen',
      'Öppen',
      'Öppen',
    ])
  })

  test('of an unpublished education is hidden', async () => {
    const secretPart = await part()
    await education({ published: false, partIds: [secretPart] })
    const secret = await occasion({ educationPartId: secretPart, city: 'Dolda staden' })
    expect(await status(`/EducationPartOccasions/${secret}`)).toBe(404)
    expect(await idsAt('/EducationPartOccasions/filter?city=Dolda%20staden')).toEqual([])
    expect(await idsAt(`/EducationParts/${secretPart}/educationPartOccasions`)).toEqual([])
    expect(await read<string[]>('/EducationPartOccasions/cities')).not.toContain('Dolda staden')
    const administrator = await signedIn({ roles: { Administrator: {} } })
    expect(await status(`/EducationPartOccasions/${secret}`, administrator)).toBe(200)
  })

  test('for a hidden education is hidden although its part is also in a published one', async () => {
    const draft = await education({ published: false, partIds: [lesson] })
    const secret = await occasion({ educationPartId: lesson, educationId: draft })
    expect(await status(`/EducationPartOccasions/${secret}`, await signedIn())).toBe(404)
  })

  test('needs a session', async () => expect((await anonymous('GET', '/EducationPartOccasions/1')).status).toBe(401))
})

describe('the occasions of a part', () => {
  test('are listed in order of time, all of them or from a day', async () => {
    const own = await part()
    await education({ partIds: [own] })
    const past = await occasion({ educationPartId: own, startsAt: new Date('2026-02-28T22:59:00Z') })
    const early = await occasion({ educationPartId: own, startsAt: new Date('2026-02-28T23:00:00Z') })
    const late = await occasion({ educationPartId: own, startsAt: new Date('2026-06-01T08:00:00Z') })
    expect(await idsAt(`/EducationParts/${own}/educationPartOccasions`)).toEqual([past, early, late])
    expect(await idsAt(`/EducationParts/${own}/educationPartOccasions/2026-03-01`)).toEqual([early, late])
    expect(await idsAt(`/EducationParts/${own}/educationPartOccasions?pageSize=1&page=2`)).toEqual([early])
    expect(await status(`/EducationParts/${own}/educationPartOccasions/soon`)).toBe(400)
  })
})

describe('GET /EducationPartOccasions/filter', () => {
  test('covers whole days in Stockholm', async () => {
    const own = await part()
    await education({ partIds: [own] })
    const at = (text: string) => occasion({ educationPartId: own, startsAt: new Date(text) })
    await at('2026-03-28T22:59:59.999Z')
    const first = await at('2026-03-28T23:00:00.000Z')
    const last = await at('2026-03-29T21:59:59.999Z')
    await at('2026-03-29T22:00:00.000Z')
    const day = (start: string, end: string) =>
      idsAt(`/EducationPartOccasions/filter?educationPartId=${own}&startDate=${start}&endDate=${end}`)
    expect(await day('2026-03-29', '2026-03-29')).toEqual([first, last])
    expect(await day('2026-03-29T10:00:00.000Z', '2026-03-29T11:00:00.000Z')).toEqual([first, last])
  })

  test('filters by education, city and responsible person, by lists where the specification requires it', async () => {
    const own = await part()
    const taught = await education({ partIds: [own] })
    const here = await occasion({ educationPartId: own, city: 'Åmål', responsibleIds: [learner.id] })
    const there = await occasion({ educationPartId: own, city: 'Örebro', startsAt: inDays(20) })
    const filter = (query: string) => idsAt(`/EducationPartOccasions/filter?${query}`)
    expect(await filter(`educationId=${taught}`)).toEqual([here, there])
    expect(await filter(`educationId=${taught}&educationId=${course}&city=Örebro`)).toEqual([there])
    expect(await filter('city=Åmål&city=Örebro')).toEqual([here, there])
    expect(await filter(`responsibleId=${learner.id}`)).toEqual([here])
  })

  test('refuses an invalid day, id or page', async () => {
    for (const bad of [
      'startDate=yesterday',
      'endDate=2026-02-30',
      'educationId=x',
      'responsibleId=0',
      'pageSize=5000',
    ])
      expect(await status(`/EducationPartOccasions/filter?${bad}`)).toBe(400)
  })
})

test('the cities are listed once each, in Swedish order', async () => {
  for (const city of ['Örebro', 'Åmål', 'Arvika', 'Arvika', 'Ängelholm'])
    await occasion({ educationPartId: lesson, city })
  const cities = await read<string[]>('/EducationPartOccasions/cities')
  expect(new Set(cities).size).toBe(cities.length)
  expect(cities.filter((city) => ['Örebro', 'Åmål', 'Arvika', 'Ängelholm'].includes(city))).toEqual([
    'Arvika',
    'Åmål',
    'Ängelholm',
    'Örebro',
  ])
})
