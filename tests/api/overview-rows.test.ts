import { expect, test } from 'vitest'
import type {
  OverviewCategory,
  OverviewDevelopment,
  OverviewHours,
  OverviewParticipation,
} from '#api/office/overview/contract.ts'
import { partResult } from '../catalogue.ts'
import {
  at,
  bo,
  course,
  educationWithoutCategory,
  loadOverview,
  racing,
  superadministrator,
  ute,
} from './overview-fixtures.ts'
import { readRefusal } from './results/fixtures.ts'

await partResult({
  userId: bo.id,
  educationId: educationWithoutCategory.id,
  educationPartId: educationWithoutCategory.firstPartId,
  signedUpAt: at('2026-03-10T09:00:00Z'),
})
await partResult({
  userId: ute.id,
  educationId: educationWithoutCategory.id,
  educationPartId: educationWithoutCategory.firstPartId,
  signedUpAt: at('2026-02-10T09:00:00Z'),
})

interface Rows {
  items: OverviewParticipation[]
  total: number
  hours: number
}

const rows = (search: string) => loadOverview<Rows>('/participations', search)
const states = ['signedUp', 'inProgress', 'completed', 'external'] as const

const whereOf = ({ organizationId, organizationIds }: OverviewDevelopment['districts'][number]) =>
  [
    ...organizationIds.map((id) => `organizationIds=${id}`),
    ...(organizationId === null ? ['withoutDistrict=true'] : []),
  ].join('&')

const periods = [
  'from=2026-03-01&to=2026-03-31',
  'from=2026-02-01&to=2026-02-28',
  'from=2026-01-01&to=2026-12-31',
  'from=2026-03-01&to=2026-03-10',
  'from=2026-03-01&to=2026-03-31&externalOnly=true',
]

test.each(periods)('each figure leads to as many rows as it counts: %s', async (period) => {
  const [categories, { months, districts }] = await Promise.all([
    loadOverview<OverviewCategory[]>('', period),
    loadOverview<OverviewDevelopment>('/development', period),
  ])
  const educations = new Map(categories.flatMap((one) => one.educations).map((one) => [one.educationId, one]))
  for (const state of states) {
    const total = [...educations.values()].reduce((sum, one) => sum + one[state], 0)
    const found = await rows(`${period}&state=${state}`)
    expect([found.total, found.items.length], state).toEqual([total, total])
    const ofOne = await rows(`${period}&state=${state}&educationId=${course.id}`)
    expect(ofOne.total).toBe(educations.get(course.id)?.[state])
    for (const [where, educationId] of [
      [`educationCategoryIds=${racing}`, course.id],
      ['withoutCategory=true', educationWithoutCategory.id],
    ])
      expect((await rows(`${period}&state=${state}&${where}`)).total, `${where}`).toBe(
        educations.get(Number(educationId))?.[state],
      )
    for (const district of districts)
      expect((await rows(`${period}&state=${state}&${whereOf(district)}`)).total).toBe(district[state])
  }
  for (const { month, signedUp, completed } of months) {
    expect((await rows(`${period}&state=signedUp&month=${month}`)).total, month).toBe(signedUp)
    expect((await rows(`${period}&state=completed&month=${month}`)).total, month).toBe(completed)
  }
})

test('educations without a category are counted separately, and can be combined with a category', async () => {
  const chosen = async (where: string) =>
    (await loadOverview<OverviewCategory[]>('', `from=2026-01-01&to=2026-12-31&${where}`)).map(
      (one) => one.educationCategoryId,
    )
  expect(await chosen('withoutCategory=true')).toEqual([0])
  expect(await chosen(`educationCategoryIds=${racing}&withoutCategory=true`)).toEqual([racing, 0])
  const found = await rows('from=2026-01-01&to=2026-12-31&withoutCategory=true')
  expect(found.items.map(({ name, title }) => [name, title])).toEqual([
    ['Bo Berg', 'Utan gren'],
    ['Ute Ek', 'Utan gren'],
  ])
  const { districts } = await loadOverview<OverviewDevelopment>(
    '/development',
    'from=2026-01-01&to=2026-12-31&withoutCategory=true',
  )
  expect(districts.map(({ name, signedUp }) => [name, signedUp])).toEqual([
    ['Distrikt Syd', 1],
    [null, 1],
  ])
})

test.each([
  ['of a club', 'organizationIds=20', [['Distrikt Norr', [20]]]],
  [
    'of the federation, with nobody of outside',
    'organizationIds=1',
    [
      ['Distrikt Norr', [2]],
      ['Distrikt Syd', [3]],
    ],
  ],
  [
    'of a club and of another district',
    'organizationIds=20&organizationIds=3',
    [
      ['Distrikt Norr', [20]],
      ['Distrikt Syd', [3]],
    ],
  ],
  ['of nobody’s district', 'withoutDistrict=true', [[null, []]]],
  ['of a club that is in a district, and yet of none', 'withoutDistrict=true&organizationIds=20', []],
])('a district’s figure counts the filtered people, and leads to them: %s', async (_, where, expected) => {
  const year = 'from=2026-01-01&to=2026-12-31'
  const { districts } = await loadOverview<OverviewDevelopment>('/development', `${year}&${where}`)
  expect(districts.map(({ name, organizationIds }) => [name, organizationIds]).toSorted()).toEqual(expected)
  for (const district of districts)
    for (const state of states)
      expect((await rows(`${year}&state=${state}&${whereOf(district)}`)).total).toBe(district[state])
})

test.each(periods)('the hours of each club lead to as many people, people under 25 and hours: %s', async (period) => {
  const hours = await loadOverview<OverviewHours[]>('/hours', period)
  for (const club of hours) {
    const search = `${period}&state=completed&clubId=${club.organizationId ?? 0}`
    const [all, young] = [await rows(search), await rows(`${search}&under25=true`)]
    expect([all.total, all.hours, young.total]).toEqual([club.participants, club.hours, club.under25])
  }
  const all = await rows(`${period}&state=completed`)
  expect(all.total).toBe(hours.reduce((sum, one) => sum + one.participants, 0))
  expect(all.hours).toBe(hours.reduce((sum, one) => sum + one.hours, 0))
})

test('a row names the person, the education and the time; invalid input is refused', async () => {
  const { items } = await rows('from=2026-03-01&to=2026-03-31&state=completed')
  expect(items).toMatchObject([
    { name: 'Anna Alm', title: 'Banfunktionär', hours: 7.5, completedDate: '2026-03-14T15:00:00.000Z' },
    { name: 'Cia Dahl', signUpDate: null, isExternal: false },
  ])
  const refused = await superadministrator.fetch('GET', '/overview/participations?month=2026-13')
  expect(await readRefusal(refused)).toEqual([400, 'invalid_input'])
})
