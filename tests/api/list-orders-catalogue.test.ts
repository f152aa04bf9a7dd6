import { expect, test } from 'vitest'
import type { DriverExam } from '#api/catalogue/exams/contract.ts'
import { driverExams } from '#api/catalogue/exams/table.ts'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { features } from '#api/features.ts'
import { toPortalDay } from '#api/zone.ts'
import { createEducation, createOccasion } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { database, signedIn } from '../portal.ts'
import { inDays, inHours } from '../time.ts'
import { expectOrderOverPages } from './list-orders.ts'

const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })
await configurePortal({ features: [...features] })

/** Replaces the letters after z, so that a comparison of code units gives the Swedish order. */
const inSwedishOrder = (text: string) => text.toLowerCase().replace('å', '{a').replace('ä', '{b').replace('ö', '{c')

const places = [
  { title: 'Öppen dag', city: 'Älvsbyn', days: 3 },
  { title: 'Banvakt', city: 'Åre', days: 1 },
  { title: 'Ärenden', city: 'borås', days: 2 },
  { title: 'banvakt', city: 'Åre', days: 1 },
  { title: 'Ångrar', city: 'Östersund', days: 3 },
]

async function createOccasions() {
  const { id, firstPartId } = await createEducation()
  for (const { title, city, days } of places) await createOccasion(firstPartId, { title, city, startsAt: inDays(days) })
  return async (place: object) => {
    const parameters = new URLSearchParams(Object.entries(place).map(([name, value]) => [name, String(value)]))
    const path = `/EducationPartOccasions/filter/managed?educationId=${id}&${parameters}`
    return (await office.json<{ items: Occasion[] }>('GET', path)).items
  }
}

test.each([
  ['start', ({ startDate }: Occasion) => toPortalDay(new Date(startDate))],
  ['occasion', ({ title }: Occasion) => inSwedishOrder(title ?? '')],
  ['city', ({ city }: Occasion) => inSwedishOrder(city)],
  ['places', ({ bookedCount }: Occasion) => bookedCount],
] as const)('occasions keep the order by %s over the borders of pages', async (sort, valueIn) => {
  const walk = { read: await createOccasions(), idOf: ({ id }: Occasion) => id }
  expect(await expectOrderOverPages(walk, sort, valueIn)).toHaveLength(places.length)
})

async function createExams() {
  const { id: educationId, firstPartId } = await createEducation([{ type: 2, examChecklist: [] }])
  const examiners = [
    await signedIn({ firstName: 'Åke', lastName: 'Ek', roles: { Educator: {} } }),
    await signedIn({ firstName: 'Ada', lastName: 'Ek', roles: { Educator: {} } }),
  ]
  const row = ({ title, city, days }: (typeof places)[number], at: number): typeof driverExams.$inferInsert => ({
    educationPartId: firstPartId,
    educationId,
    title,
    city,
    startsAt: inDays(days),
    endsAt: inHours(3, inDays(days)),
    heldOn: toPortalDay(inDays(days)),
    examinerId: examiners[at % 2]?.id ?? 0,
    createdAt: new Date(),
    changedAt: new Date(),
  })
  await query.insert(driverExams).values(places.map(row))
  const body = { educationIds: [educationId], managed: true }
  const path = '/EducationPartsPracticalDriverExam/filter'
  return (place: object) => office.json<DriverExam[]>('POST', path, { ...body, ...place })
}

test.each([
  ['start', ({ startDate }: DriverExam) => toPortalDay(new Date(startDate))],
  ['exam', ({ title }: DriverExam) => inSwedishOrder(title ?? '')],
  ['city', ({ city }: DriverExam) => inSwedishOrder(city)],
  ['examiner', ({ examinerName }: DriverExam) => inSwedishOrder(examinerName)],
  ['places', ({ bookedCount }: DriverExam) => bookedCount],
] as const)('exams keep the order by %s over the borders of pages', async (sort, valueIn) => {
  const walk = { read: await createExams(), idOf: (exam: DriverExam) => exam.educationPartPracticalDriverExamId }
  expect(await expectOrderOverPages(walk, sort, valueIn)).toHaveLength(places.length)
})

test('an unknown order is refused', async () => {
  expect((await office.fetch('GET', '/EducationPartOccasions/filter/managed?sort=shoe')).status).toBe(400)
  expect((await office.fetch('POST', '/EducationPartsPracticalDriverExam/filter', { sort: 'shoe' })).status).toBe(400)
})
