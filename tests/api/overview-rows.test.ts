import { expect, test } from 'vitest'
import type {
  OverviewCategory,
  OverviewDevelopment,
  OverviewHours,
  OverviewParticipation,
} from '#api/overview/contract.ts'
import { ask, course, racing } from './overview-scene.ts'

interface Rows {
  items: OverviewParticipation[]
  total: number
  hours: number
}

const rows = (search: string) => ask<Rows>('/participations', search)
const states = ['signedUp', 'inProgress', 'completed', 'external'] as const

const periods = [
  'from=2026-03-01&to=2026-03-31',
  'from=2026-02-01&to=2026-02-28',
  'from=2026-01-01&to=2026-12-31',
  'from=2026-03-01&to=2026-03-10',
  'from=2026-03-01&to=2026-03-31&externalOnly=true',
]

test.each(periods)('behind each figure are as many rows as it says: %s', async (period) => {
  const [categories, { months, districts }] = await Promise.all([
    ask<OverviewCategory[]>('', period),
    ask<OverviewDevelopment>('/development', period),
  ])
  const educations = new Map(categories.flatMap((one) => one.educations).map((one) => [one.educationId, one]))
  for (const state of states) {
    const total = [...educations.values()].reduce((sum, one) => sum + one[state], 0)
    const found = await rows(`${period}&state=${state}`)
    expect([found.total, found.items.length], state).toEqual([total, total])
    const ofOne = await rows(`${period}&state=${state}&educationId=${course.id}`)
    expect(ofOne.total).toBe(educations.get(course.id)?.[state])
    const ofRacing = await rows(`${period}&state=${state}&educationCategoryIds=${racing}`)
    expect(ofRacing.total).toBe(educations.get(course.id)?.[state])
    for (const { organizationId, ...counted } of districts) {
      const where = organizationId === null ? 'withoutDistrict=true' : `organizationIds=${organizationId}`
      expect((await rows(`${period}&state=${state}&${where}`)).total).toBe(counted[state])
    }
  }
  for (const { month, signedUp, completed } of months) {
    expect((await rows(`${period}&state=signedUp&month=${month}`)).total, month).toBe(signedUp)
    expect((await rows(`${period}&state=completed&month=${month}`)).total, month).toBe(completed)
  }
})

test.each(periods)('and behind the hours of each club as many people, under 25 and hours: %s', async (period) => {
  const hours = await ask<OverviewHours[]>('/hours', period)
  for (const club of hours) {
    const search = `${period}&state=completed&clubId=${club.organizationId ?? 0}`
    const [all, young] = [await rows(search), await rows(`${search}&under25=true`)]
    expect([all.total, all.hours, young.total]).toEqual([club.participants, club.hours, club.under25])
  }
  const all = await rows(`${period}&state=completed`)
  expect(all.total).toBe(hours.reduce((sum, one) => sum + one.participants, 0))
  expect(all.hours).toBe(hours.reduce((sum, one) => sum + one.hours, 0))
})

test('a row says who, which education and when; what makes no sense is refused', async () => {
  const { items } = await rows('from=2026-03-01&to=2026-03-31&state=completed')
  expect(items).toMatchObject([
    { name: 'Anna Alm', title: 'Banfunktionär', hours: 7.5, completedDate: '2026-03-14T15:00:00.000Z' },
    { name: 'Cia Dahl', signUpDate: null, isExternal: false },
  ])
  expect(await rows('month=2026-13')).toMatchObject({ code: 'invalid_input' })
})
