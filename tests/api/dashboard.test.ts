import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { withCategoryWords } from '#api/catalogue/education-categories/rules.ts'
import { educationCategories, favoriteCategories } from '#api/catalogue/education-categories/table.ts'
import { withPartWords } from '#api/catalogue/education-parts/rules.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'
import {
  educationPrerequisites,
  educations,
  educationToCategory,
  educationToPart,
  partDependencies,
} from '#api/catalogue/educations/table.ts'
import { driverExams } from '#api/catalogue/exams/table.ts'
import { withOccasionWords } from '#api/catalogue/occasions/rules.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { Visitor } from '#api/context.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import type { Dashboard } from '#api/office/dashboard/contract.ts'
import { selectRecommended } from '#api/office/dashboard/recommended.ts'
import { licenseGoals } from '#api/participation/licenses/table.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { configurePortal } from '../configuration.ts'
import { createLicense, insertCycle } from '../licenses.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { countReads } from '../query-plan.ts'
import { inDays } from '../time.ts'

const now = new Date()
const stamps = { createdAt: now, changedAt: now }
const tables = [
  educationPartResults,
  educationResults,
  occasions,
  driverExams,
  educationToPart,
  educationToCategory,
  educationPrerequisites,
  partDependencies,
  educationParts,
  educations,
  favoriteCategories,
  educationCategories,
]

interface EducationOptions {
  parts: { id: number; type?: 0 | 1 | 2 | 3 }[]
  row?: Partial<typeof educations.$inferInsert>
}

async function education(id: number, { parts, row }: EducationOptions) {
  const { query } = database()
  const base = { paymentMethods: [], customQuestions: [], publishedAt: inDays(-9), ...stamps }
  await query.insert(educations).values(withEducationWords({ id, title: `Utbildning ${id}`, ...base, ...row }))
  for (const [position, { id: partId, type = 1 }] of parts.entries()) {
    await query
      .insert(educationParts)
      .values(withPartWords({ id: partId, title: `Del ${partId}`, type, customQuestions: [], ...stamps }))
    await query.insert(educationToPart).values({ educationId: id, educationPartId: partId, position })
  }
}

const withoutChoices = { sessions: [], paymentMethods: [], customQuestions: [] }
const occasion = (id: number, educationPartId: number, row: Partial<typeof occasions.$inferInsert> = {}) =>
  database()
    .query.insert(occasions)
    .values(
      withOccasionWords({
        id,
        educationPartId,
        startsAt: inDays(10),
        endsAt: inDays(10.25),
        city: 'Karlstad',
        onlineUrl: `https://meet.example/${id}`,
        ...withoutChoices,
        ...stamps,
        ...row,
      }),
    )

const result = (person: Person, educationPartId: number, row: Partial<typeof educationPartResults.$inferInsert> = {}) =>
  database()
    .query.insert(educationPartResults)
    .values({ userId: person.id, educationPartId, signedUpAt: now, customAnswers: [], ...stamps, ...row })

const completed = { completed: true, completedAt: inDays(-1) }
const load = (person: Person) => person.json<Dashboard>('GET', '/Dashboard')

let anna: Person

beforeEach(async () => {
  for (const table of tables) await database().query.delete(table)
  anna = await signedIn()
})

test('a brand-new member of an empty portal is shown where to find an education', async () => {
  expect(await load(anna)).toEqual({ next: { kind: 'find' }, started: [], booked: [], recommended: [], notices: [] })
  expect((await anonymous('GET', '/Dashboard')).status).toBe(401)
})

test('a started education shows its progress and the part that comes next', async () => {
  await education(1, { parts: [{ id: 11 }, { id: 12 }, { id: 13 }] })
  await database()
    .query.insert(partDependencies)
    .values({ educationId: 1, educationPartId: 12, prerequisitePartId: 13 })
  await result(anna, 11, completed)
  await result(anna, 13)
  const { started, next } = await load(anna)
  expect(started).toMatchObject([
    { educationId: 1, partsTotal: 3, partsCompleted: 1, step: { kind: 'continue', part: { id: 13, title: 'Del 13' } } },
  ])
  expect(next).toMatchObject({ kind: 'education', education: { educationId: 1 } })
  const bo = await signedIn()
  expect((await load(bo)).started).toEqual([])
})

test('a completed education is no longer started, until it is started again', async () => {
  await education(1, { parts: [{ id: 11 }] })
  await result(anna, 11, completed)
  const base = { userId: anna.id, educationId: 1, ...stamps }
  await database()
    .query.insert(educationResults)
    .values({ ...base, completed: true, completedAt: now })
  expect((await load(anna)).started).toEqual([])
  await database().query.insert(educationResults).values(base)
  expect((await load(anna)).started).toMatchObject([
    { educationId: 1, partsCompleted: 0, step: { kind: 'start', part: { id: 11 } } },
  ])
})

test('a cancelled sign-up does not start an education', async () => {
  await education(1, { parts: [{ id: 11 }] })
  await result(anna, 11, { canceled: true })
  expect((await load(anna)).started).toEqual([])
})

test('booked occasions are listed by time, without past and cancelled ones, and with the meeting link once approved', async () => {
  await education(1, { parts: [11, 12, 13, 14].map((id) => ({ id, type: 0 as const })) })
  await occasion(101, 11)
  await occasion(102, 12, { startsAt: inDays(1), endsAt: inDays(1.2), city: 'Arvika', venue: 'Westombanan' })
  await occasion(103, 13, { startsAt: inDays(-2), endsAt: inDays(-1) })
  await occasion(104, 14, { startsAt: inDays(3), endsAt: inDays(4) })
  await result(anna, 11, { occasionId: 101, signedUpAt: null })
  await result(anna, 12, { occasionId: 102 })
  await result(anna, 13, { occasionId: 103 })
  await result(anna, 14, { occasionId: 104 })
  await database().query.update(occasions).set({ canceledAt: now }).where(eq(occasions.id, 104))
  const { booked, next } = await load(anna)
  expect(booked.map(({ occasionId, city, pending, onlineUrl }) => [occasionId, city, pending, onlineUrl])).toEqual([
    [102, 'Arvika', false, 'https://meet.example/102'],
    [101, 'Karlstad', true, null],
  ])
  expect(next).toMatchObject({
    kind: 'attend',
    occasion: { venue: 'Westombanan', educationId: 1, partTitle: 'Del 12' },
  })
})

test('an exam is listed among the bookings, until it is cancelled or its feature is off', async () => {
  anna = await signedIn({ birthOn: '1990-05-01' })
  const { query } = database()
  await education(1, { parts: [{ id: 11, type: 2 }] })
  const times = { startsAt: inDays(1), endsAt: inDays(1.2), heldOn: toPortalDay(inDays(1)) }
  const [exam] = await query
    .insert(driverExams)
    .values({ educationPartId: 11, educationId: 1, examinerId: 1, city: 'Arvika', venue: 'Banan', ...times, ...stamps })
    .returning()
  await result(anna, 11, { educationId: 1, practicalDriverExamId: exam?.id })
  await configurePortal({ features: ['PracticalDriverExamination'] })
  const { booked, next, started } = await load(anna)
  expect(booked).toMatchObject([{ occasionId: null, examId: exam?.id, city: 'Arvika', partTitle: 'Del 11' }])
  expect(next).toMatchObject({ kind: 'attend', occasion: { examId: exam?.id } })
  expect(started).toMatchObject([{ step: { kind: 'attend', date: { city: 'Arvika' } } }])
  await configurePortal({ features: [] })
  expect((await load(anna)).booked).toEqual([])
  await configurePortal({ features: ['PracticalDriverExamination'] })
  await query.update(driverExams).set({ canceledAt: now })
  expect((await load(anna)).booked).toEqual([])
})

test('the requirements of a goal are recommended first, with their prerequisites, until the person has the licence', async () => {
  const { query } = database()
  for (const id of [1, 2, 3]) await education(id, { parts: [{ id: id * 10 + 1, type: 0 }] })
  await occasion(101, 11, { startsAt: inDays(2), endsAt: inDays(3) })
  // The goal requires another licence, which requires education 3, whose prerequisite is education 2.
  await query.insert(educationPrerequisites).values({ educationId: 3, prerequisiteEducationId: 2 })
  await configurePortal({ features: ['License'] })
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const { id: first } = await createLicense(office, { name: 'Grön', requiredEducationIds: [3] })
  const { id: goal } = await createLicense(office, { name: 'Gul', requiredLicenseIds: [first] })
  await query.insert(licenseGoals).values({ userId: anna.id, licenseId: goal, createdAt: now })
  const suggested = async () => (await load(anna)).recommended.map((one) => [one.educationId, one.goal])
  expect((await suggested())[0]).toEqual([2, 'Gul'])
  await query
    .insert(educationResults)
    .values({ userId: anna.id, educationId: 2, completed: true, completedAt: now, ...stamps })
  expect(await suggested()).toEqual([
    [3, 'Gul'],
    [1, null],
  ])
  await configurePortal({ features: [] })
  expect((await suggested())[0]).toEqual([1, null])
  await configurePortal({ features: ['License'] })
  await insertCycle({ userId: anna.id, licenseId: goal, validFromOn: toPortalDay(now) })
  expect((await suggested())[0]).toEqual([1, null])
})

test('recommends what the person may start: favourites first, then the earliest date', async () => {
  const { query } = database()
  await education(1, { parts: [{ id: 11, type: 0 }] })
  await education(2, { parts: [{ id: 21, type: 0 }] })
  await education(3, { parts: [{ id: 31 }] })
  await query.insert(educationCategories).values(withCategoryWords({ id: 5, name: 'Rally', changedAt: now }))
  await query.insert(educationToCategory).values({ educationId: 3, educationCategoryId: 5 })
  await query.insert(favoriteCategories).values({ userId: anna.id, educationCategoryId: 5 })
  await occasion(101, 11, { startsAt: inDays(20), endsAt: inDays(21) })
  const startsAt = inDays(5)
  await occasion(201, 21, { startsAt, endsAt: inDays(6), city: 'Mora' })
  const { recommended, next } = await load(anna)
  expect(recommended.map(({ educationId }) => educationId)).toEqual([3, 2, 1])
  expect(recommended[0]).toMatchObject({ favorite: true, categories: ['Rally'], nextOccasion: null })
  expect(recommended[1]).toMatchObject({ nextOccasion: { city: 'Mora', startDate: startsAt.toISOString() } })
  expect(next).toMatchObject({ kind: 'begin', recommended: { educationId: 3 } })
})

test('educations that require a guardian for the young are recommended to adults last', async () => {
  await education(1, { parts: [{ id: 11, type: 0 }], row: { guardianRequiredUnderAge: 18 } })
  await education(2, { parts: [{ id: 21, type: 0 }] })
  await occasion(1, 11, { startsAt: inDays(3) })
  await occasion(2, 21, { startsAt: inDays(5) })
  const first = async (birthOn: string) => (await load(await signedIn({ birthOn }))).recommended[0]?.educationId
  expect(await first('1990-05-01')).toBe(2)
  expect(
    await first(
      inDays(-15 * 365)
        .toISOString()
        .slice(0, 10),
    ),
  ).toBe(1)
})

test('recommends nothing that is started, unpublished, archived, closed to the person or has unmet prerequisites', async () => {
  const { query } = database()
  await education(1, { parts: [{ id: 11 }] })
  await result(anna, 11)
  await education(2, { parts: [{ id: 21 }], row: { publishedAt: null } })
  await education(3, { parts: [{ id: 31 }], row: { archivedAt: now } })
  await education(4, { parts: [{ id: 41 }], row: { minAge: 18 } })
  await education(5, { parts: [{ id: 51 }], row: { blockedForExternalUsers: true } })
  await education(6, { parts: [{ id: 61 }] })
  await query.insert(educationPrerequisites).values({ educationId: 6, prerequisiteEducationId: 4 })
  const suggested = async (person: Person) => (await load(person)).recommended.map(({ educationId }) => educationId)
  expect((await suggested(anna)).sort()).toEqual([4, 5])
  const child = await signedIn({
    birthOn: inDays(-15 * 365)
      .toISOString()
      .slice(0, 10),
    isExternal: true,
  })
  expect(await suggested(child)).toEqual([1])
  await query
    .insert(educationResults)
    .values({ userId: anna.id, educationId: 4, completed: true, completedAt: now, ...stamps })
  expect((await suggested(anna)).sort()).toEqual([5, 6])
})

test('the cost of recommendations does not grow with the number of educations', async () => {
  const catalogue = async (from: number, to: number) => {
    for (let id = from; id < to; id += 1) await education(id, { parts: [{ id: 1000 + id }] })
  }
  const reader = { id: anna.id, roles: {}, isExternal: false }
  const cost = () => countReads((db) => selectRecommended(db, reader, now))
  await catalogue(1, 40)
  const few = await cost()
  await catalogue(40, 120)
  // Eighty more educations exist, each with several rows.
  expect(await cost()).toBeLessThan(few + 8)
})

test('an occasion that is full or closed is not offered', async () => {
  await education(1, { parts: [{ id: 11, type: 0 }] })
  await occasion(101, 11, { startsAt: inDays(2), maxParticipants: 1 })
  await occasion(102, 11, { startsAt: inDays(3), lastSignUpAt: inDays(-1) })
  await occasion(103, 11, { startsAt: inDays(4), city: 'Falun' })
  await result(await signedIn(), 11, { occasionId: 101 })
  expect((await load(anna)).recommended).toMatchObject([{ nextOccasion: { city: 'Falun' } }])
})

test('unread notices are counted', async () => {
  const db = database()
  const ctx = { db, now } as Visitor
  await db.commit([notify(ctx, { userId: anna.id, kind: 'signUpApproved', values: { title: 'Flaggvakt' } })])
  expect((await load(anna)).notices).toMatchObject([{ text: 'Din anmälan till Flaggvakt är godkänd.', readDate: null }])
  await anna.fetch('POST', '/Notices/read')
  expect((await load(anna)).notices).toEqual([])
})
