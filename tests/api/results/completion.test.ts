import { env } from 'cloudflare:workers'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { completePart } from '#api/participation/results/complete-part.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { createContext } from '#edge/request-context.ts'
import { createEducation } from '../../catalogue.ts'
import { database, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'

const { query } = database()
const context = () => createContext({ request: new Request('http://portal.test/api'), env, after: (work) => void work })

const signUp = (userId: number, educationPartId: number, overrides = {}) =>
  query.insert(educationPartResults).values({
    userId,
    educationPartId,
    customAnswers: [],
    signedUpAt: inDays(-2),
    createdAt: inDays(-2),
    changedAt: inDays(-2),
    ...overrides,
  })

const partResults = (userId: number) =>
  query.select().from(educationPartResults).where(eq(educationPartResults.userId, userId))
const wholeResults = (userId: number) =>
  query.select().from(educationResults).where(eq(educationResults.userId, userId))

test('the education completes with its last mandatory part, dated by the latest of them', async () => {
  const { id } = await signedIn()
  const education = await createEducation([{}, {}, { mandatory: false }], { validityMonths: 12 })
  const [first = 0, second = 0] = education.partIds
  await signUp(id, first)
  await signUp(id, second)

  await completePart(context(), { userId: id, educationPartId: second, completedAt: new Date('2026-03-31T10:00:00Z') })
  expect(await wholeResults(id)).toEqual([])
  await completePart(context(), { userId: id, educationPartId: first, completedAt: new Date('2026-02-01T10:00:00Z') })

  const [whole, ...others] = await wholeResults(id)
  expect(others).toEqual([])
  expect(whole).toMatchObject({
    educationId: education.id,
    completed: true,
    completedAt: new Date('2026-03-31T10:00:00Z'),
    validToOn: '2027-03-31',
    source: 0,
  })
  expect(whole?.verificationCode).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  const audit = await query
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(and(eq(auditEntries.targetType, 'education'), eq(auditEntries.targetId, String(education.id))))
  expect(audit).toEqual([{ action: 'educationResult.completed' }])
})

test('completing a part sets its score and is idempotent', async () => {
  const { id } = await signedIn()
  const education = await createEducation([{}])
  await signUp(id, education.firstPartId)
  const completion = { userId: id, educationPartId: education.firstPartId, completedAt: inDays(-1), score: 0.85 }
  await completePart(context(), completion)
  await completePart(context(), { ...completion, completedAt: inDays(0), score: 0.2 })

  expect(await partResults(id)).toMatchObject([{ completed: true, completedAt: completion.completedAt, score: 0.85 }])
  expect(await wholeResults(id)).toHaveLength(1)
  const completionJobs = await query.select().from(jobs).where(eq(jobs.kind, 'results.educationCompleted'))
  expect(new Set(completionJobs.map((job) => job.payload['code'])).size).toBe(completionJobs.length)
})

test('a person without a result of the part gets none, and a cancelled result is not completed', async () => {
  const { id } = await signedIn()
  const education = await createEducation([{}])
  await completePart(context(), { userId: id, educationPartId: education.firstPartId, completedAt: inDays(0) })
  expect(await partResults(id)).toEqual([])
  await signUp(id, education.firstPartId, { canceled: true })
  await completePart(context(), { userId: id, educationPartId: education.firstPartId, completedAt: inDays(0) })
  expect(await partResults(id)).toMatchObject([{ completed: false }])
})

test('the latest attempt by lastChange is the one completed', async () => {
  const { id } = await signedIn()
  const education = await createEducation([{}, {}])
  await signUp(id, education.firstPartId, { completed: true, completedAt: inDays(-400), changedAt: inDays(-400) })
  await signUp(id, education.firstPartId)
  await completePart(context(), {
    userId: id,
    educationPartId: education.firstPartId,
    completedAt: inDays(0),
    score: 1,
  })
  expect((await partResults(id)).map((row) => row.score)).toEqual([null, 1])
})

test('two parts that are completed concurrently complete the education once', async () => {
  const { id } = await signedIn()
  const education = await createEducation([{}, {}])
  for (const part of education.partIds) await signUp(id, part)
  await Promise.all(
    education.partIds.map((educationPartId) =>
      completePart(context(), { userId: id, educationPartId, completedAt: inDays(0) }),
    ),
  )
  expect(await wholeResults(id)).toMatchObject([{ completed: true }])
})

test('an education is completed again only when every mandatory part has been completed again', async () => {
  const { id } = await signedIn()
  const education = await createEducation([{}, {}])
  const [first = 0, second = 0] = education.partIds
  await query.insert(educationResults).values({
    userId: id,
    educationId: education.id,
    completed: true,
    completedAt: inDays(-700),
    source: 1,
    createdAt: inDays(-700),
    changedAt: inDays(-700),
  })
  await signUp(id, first)
  await signUp(id, second)
  await completePart(context(), { userId: id, educationPartId: first, completedAt: inDays(-1) })
  expect(await wholeResults(id)).toHaveLength(1)
  await completePart(context(), { userId: id, educationPartId: second, completedAt: inDays(0) })
  expect(await wholeResults(id)).toMatchObject([{ source: 1 }, { source: 0, completed: true }])
})
