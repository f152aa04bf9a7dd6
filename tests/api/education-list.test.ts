import { beforeAll, describe, expect, test } from 'vitest'
import { favoriteCategories } from '#api/catalogue/education-categories/table.ts'
import { educationRoles } from '#api/catalogue/education-roles/table.ts'
import type {
  EducationPage,
  EducationSummary,
  EducationView,
  OwnProgress,
} from '#api/office/education-list/contract.ts'
import { startOfDay, toPortalDay } from '#api/zone.ts'
import { category, education, educationResult, medium, occasion, part, partResult } from '../catalogue.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { inDays } from '../time.ts'

let learner: Person
let rally: number
let karting: number
let starter: number
let licence: number
let official: number
let course: number
let driving: number

const day = (days: number) => toPortalDay(inDays(days))

beforeAll(async () => {
  learner = await signedIn({ firstName: 'Lena', lastName: 'Lärling' })
  rally = await category('Rally')
  karting = await category('Karting')
  const [role] = await database()
    .query.insert(educationRoles)
    .values({ name: 'Starter', group: 5, changedAt: new Date() })
    .returning({ id: educationRoles.id })
  starter = role?.id ?? 0
  driving = await part({ title: 'Körning' })
  const partIds = [await part({ title: 'Teori', type: 1 }), driving]
  licence = await education({ title: 'Förarlicens', categoryIds: [rally], partIds, feeMinor: 20_000 })
  const lesson = await part({ title: 'Lektion' })
  official = await education({
    title: 'Åskådarvakt',
    categoryIds: [rally, karting],
    roleIds: [starter],
    partIds: [lesson],
  })
  course = await education({ title: 'Ägarens ansvar', categoryIds: [karting] })
  await education({ title: 'Öppet utkast', published: false, categoryIds: [rally] })
  await education({ title: 'Avslutad', archivedAt: new Date() })
  await occasion({ educationPartId: driving, city: 'Örebro', startsAt: inDays(-3) })
  await occasion({ educationPartId: driving, city: 'Örebro', startsAt: inDays(10), canceledAt: new Date() })
  await occasion({ educationPartId: driving, city: 'Åmål', startsAt: inDays(20), maxParticipants: 1, feeMinor: 5_000 })
  await occasion({ educationPartId: driving, city: 'Kil', startsAt: startOfDay(day(30)), maxParticipants: 8 })
  await occasion({ educationPartId: lesson, city: 'Kil', startsAt: inDays(5), maxParticipants: 3, bookedCount: 3 })
})

const list = (query = '', person = learner) => person.json<EducationSummary[]>('GET', `/Educations?${query}`)
const titles = async (query = '', person = learner) => (await list(query, person)).map(({ title }) => title)
const page = (query = '', person = learner) => person.json<EducationPage>('GET', `/Educations/page?${query}`)

describe('GET /Educations', () => {
  test('lists what is published in Swedish order', async () => {
    expect(await titles()).toEqual(['Förarlicens', 'Åskådarvakt', 'Ägarens ansvar'])
    expect((await anonymous('GET', '/Educations')).status).toBe(401)
  })

  test('lists what is not published for those who may see it', async () => {
    const office = await signedIn({ roles: { Administrator: {} } })
    expect(await titles('', office)).toEqual([
      'Avslutad',
      'Förarlicens',
      'Åskådarvakt',
      'Ägarens ansvar',
      'Öppet utkast',
    ])
    const ofRally = await signedIn({ roles: { Educator: { EducationCategory: [rally] } } })
    expect(await titles('', ofRally)).toContain('Öppet utkast')
    expect(await titles('', ofRally)).not.toContain('Avslutad')
    expect(await titles('', await signedIn({ roles: { Educator: { EducationCategory: [karting] } } }))).toHaveLength(3)
  })

  test('shows what a card needs: parts, next occasion, price', async () => {
    const [card] = await list('text=förarlicens')
    expect(card).toMatchObject({
      id: licence,
      fee: 200,
      educationCategoryIds: [rally],
      parts: [
        { title: 'Teori', type: 1 },
        { title: 'Körning', type: 0 },
      ],
      nextOccasion: { city: 'Åmål', availableSpots: 1, hasFreeSpots: true, fee: 50 },
      feeRange: { from: 200, to: 250 },
    })
    const [free] = await list('text=ägarens')
    expect(free).toMatchObject({ nextOccasion: null, nextOccasionDate: null, feeRange: null })
  })

  test('applies each filter', async () => {
    expect(await titles(`category=${karting}`)).toEqual(['Åskådarvakt', 'Ägarens ansvar'])
    expect(await titles(`category=${rally}&category=${karting}`)).toHaveLength(3)
    expect(await titles(`role=${starter}`)).toEqual(['Åskådarvakt'])
    expect(await titles('city=Kil')).toEqual(['Förarlicens', 'Åskådarvakt'])
    expect(await titles('city=Örebro')).toEqual([])
    expect(await titles('free=true')).toEqual(['Åskådarvakt', 'Ägarens ansvar'])
    expect(await titles('freeSpots=1')).toEqual(['Förarlicens'])
    expect(await titles(`startDate=${day(25)}`)).toEqual(['Förarlicens'])
    expect(await titles(`endDate=${day(6)}`)).toEqual(['Åskådarvakt'])
    expect(await titles('free=&freeSpots=&text=')).toHaveLength(3)
  })

  test('an occasion that begins with the first moment of a day is of that day', async () => {
    expect(await titles(`startDate=${day(30)}`)).toEqual(['Förarlicens'])
    expect(await titles(`startDate=${day(31)}`)).toEqual([])
  })

  test('requires all conditions on occasions of a single occasion', async () => {
    expect(await titles('city=Kil&freeSpots=true')).toEqual(['Förarlicens'])
    expect(await titles(`city=Kil&endDate=${day(25)}`)).toEqual(['Åskådarvakt'])
    expect(await titles(`city=Kil&endDate=${day(25)}&freeSpots=true`)).toEqual([])
    expect(await titles(`city=Åmål&startDate=${day(25)}`)).toEqual([])
  })

  test('refuses an invalid filter', async () => {
    for (const bad of ['category=rally', 'startDate=soon', 'free=maybe', 'page=0', 'pageSize=201', 'role=-1'])
      expect((await learner.fetch('GET', `/Educations?${bad}`)).status, bad).toBe(400)
  })
})

describe('GET /Educations/page', () => {
  test('is a page with the total number', async () => {
    const second = await page('pageSize=2&page=2')
    expect(second).toMatchObject({ total: 3, more: false, page: 2, pageSize: 2, near: false })
    expect(second.items.map(({ title }) => title)).toEqual(['Ägarens ansvar'])
    expect(await page('page=99')).toMatchObject({ items: [], total: 3 })
  })

  test('tolerates misspellings', async () => {
    expect(await page('text=förarlisens')).toMatchObject({ total: 1, near: true, items: [{ id: licence }] })
    expect(await page(`text=förarlisens&category=${karting}`)).toMatchObject({ total: 0 })
    const misspelt = await learner.fetch('GET', '/Educations/page?text=förarlicnes')
    expect(misspelt.headers.get('server-timing')).toBe('db;desc="3 round trips"')
    expect(await page('text=zzzzzz')).toMatchObject({ total: 0, near: false })
    expect(await page('text=-')).toMatchObject({ total: 3 })
  })
})

test('GET /Educations/count counts what matches', async () => {
  const count = async (query: string) => (await learner.fetch('GET', `/Educations/count?${query}`)).json()
  expect(await count('')).toBe(3)
  expect(await count(`category=${karting}`)).toBe(2)
  expect(await count('text=körning')).toBe(1)
})

test('GET /Educations/filters lists active categories and roles, and cities with coming occasions', async () => {
  await category('Nedlagd', false)
  const secret = await part({ title: 'Hemlig dag' })
  await education({ title: 'Inte klar', published: false, partIds: [secret] })
  await occasion({ educationPartId: secret, city: 'Dolda staden', startsAt: inDays(9) })
  const filters = await learner.json<Record<string, unknown[]>>('GET', '/Educations/filters')
  expect(filters['categories']).toMatchObject([{ name: 'Karting' }, { name: 'Rally' }])
  expect(filters['roles']).toEqual([{ id: starter, name: 'Starter', group: 5 }])
  expect(filters['cities']).toEqual(['Kil', 'Åmål'])
})

describe('the person’s own state', () => {
  const own = async (person: Person) => {
    const ids = [licence, official, course].map((id) => `educationIds=${id}`).join('&')
    return (await person.fetch('GET', `/Educations/own?${ids}`)).json()
  }

  test('of many educations is returned in one response, with the favourites', async () => {
    const person = await signedIn()
    const [theory] = (await list('text=förarlicens'))[0]?.parts ?? []
    await partResult({ userId: person.id, educationPartId: theory?.id ?? 0, completed: true, completedAt: new Date() })
    await educationResult({ userId: person.id, educationId: course, completed: true, completedAt: new Date() })
    await database().query.insert(favoriteCategories).values({ userId: person.id, educationCategoryId: rally })
    expect(await own(person)).toMatchObject({
      educations: [
        { educationId: licence, state: 'started', partsTotal: 2, partsCompleted: 1, booking: null },
        { educationId: official, state: 'none', partsTotal: 1, partsCompleted: 0, booking: null },
        {
          educationId: course,
          state: 'completed',
          partsTotal: 0,
          partsCompleted: 0,
          booking: null,
          step: { kind: 'completed' },
        },
      ],
      favoriteCategoryIds: [rally],
    })
  })

  test('is pending while it waits for approval, and absent after a cancelled sign-up', async () => {
    const person = await signedIn()
    const state = async () =>
      ((await own(person)) as { educations: { state: string }[] }).educations.map((one) => one.state)
    await partResult({ userId: person.id, educationPartId: driving, signedUpAt: null })
    expect(await state()).toEqual(['pending', 'none', 'none'])
    const other = await signedIn()
    await partResult({ userId: other.id, educationPartId: driving, canceled: true })
    expect(((await own(other)) as { educations: { state: string }[] }).educations[0]?.state).toBe('none')
  })
})

describe('the screen of an education', () => {
  test('has all public data in one response', async () => {
    const responsible = await signedIn({ firstName: 'Rut', lastName: 'Ansvarig' })
    const before = await education({ title: 'Först detta' })
    const id = await education({
      title: 'Vy',
      partIds: [driving],
      categoryIds: [rally],
      prerequisiteIds: [before],
      responsibleIds: [responsible.id],
    })
    const view = await learner.json<EducationView>('GET', `/Educations/${id}/view`)
    expect(view.education.parts.map(({ title }) => title)).toEqual(['Körning'])
    expect(view.occasions.map(({ city, canceled }) => [city, canceled])).toEqual([
      ['Örebro', true],
      ['Åmål', false],
      ['Kil', false],
    ])
    expect(view.prerequisites).toEqual([{ id: before, title: 'Först detta' }])
    expect(view.people).toEqual([{ id: responsible.id, name: 'Rut Ansvarig', pictureUrl: null }])
    expect(view.categories).toMatchObject([{ name: 'Rally' }])
    expect((await learner.fetch('GET', '/Educations/999999/view')).status).toBe(404)
  })

  test('has all personal data in another', async () => {
    const person = await signedIn()
    const before = await education({ title: 'Förkunskap' })
    const partId = await part()
    const id = await education({ title: 'Egen', partIds: [partId], prerequisiteIds: [before] })
    const when = new Date('2026-01-10T10:00:00.000Z')
    await educationResult({ userId: person.id, educationId: before, completed: true, completedAt: when })
    await educationResult({ userId: person.id, educationId: id, completed: true, completedAt: when })
    const booked = await occasion({ educationPartId: partId, city: 'Kil', startsAt: inDays(-9) })
    await partResult({
      userId: person.id,
      educationPartId: partId,
      occasionId: booked,
      completed: true,
      completedAt: when,
    })
    await medium({ title: 'Bara för deltagare', inLibrary: false, educationIds: [id] })
    const progress = await person.json<OwnProgress>('GET', `/Educations/${id}/own`)
    expect(progress).toMatchObject({
      completed: true,
      completedDate: when.toISOString(),
      completedPrerequisiteIds: [before],
      partResults: [{ educationPartId: partId, occasionId: booked, completed: true, occasionCity: 'Kil' }],
      media: [{ title: 'Bara för deltagare' }],
    })
    expect(await (await learner.fetch('GET', `/Educations/${id}/own`)).json()).toEqual({
      step: expect.objectContaining({ kind: 'completeFirst', before: { id: before, title: 'Förkunskap' } }),
      renewedFrom: null,
      completed: false,
      completedDate: null,
      partResults: [],
      completedPrerequisiteIds: [],
      signUpTerms: { birthOn: null, isExternal: false, guardianIds: [], feePaid: false, payments: [] },
      pricesElsewhere: [],
      media: [],
      submissions: [],
      comments: [],
    })
  })
})

describe('GET /Educations/userprofile/:id', () => {
  test('is for the person and those with full access, with a completed result before a new one', async () => {
    const person = await signedIn()
    const completedAt = new Date('2026-02-01T10:00:00.000Z')
    await educationResult({ userId: person.id, educationId: licence, completed: true, completedAt })
    await educationResult({ userId: person.id, educationId: licence })
    const path = `/Educations/userprofile/${person.id}`
    const expected = [{ id: licence, title: 'Förarlicens', completed: true, completedDate: completedAt.toISOString() }]
    expect(await (await person.fetch('GET', path)).json()).toMatchObject(expected)
    const office = await signedIn({ roles: { SuperAdministrator: {} } })
    expect(await (await office.fetch('GET', path)).json()).toMatchObject(expected)
    expect((await learner.fetch('GET', path)).status).toBe(403)
    expect((await office.fetch('GET', '/Educations/userprofile/999999')).status).toBe(404)
  })
})
