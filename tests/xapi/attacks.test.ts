import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'
import { educations, educationToPart } from '#api/catalogue/educations/table.ts'
import { courseAttempts, launches, xapiStatements } from '#api/courses/xapi/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { launchCourse, verb } from './course-launch.ts'

const { query } = database()

let anna: Person
let course: Awaited<ReturnType<typeof createDigitalCourse>>
let resultId: number

const isCompleted = async (id = resultId) =>
  (await query.select().from(educationPartResults).where(eq(educationPartResults.id, id)))[0]?.completed
const startAgain = () => anna.fetch('POST', `/Articulate/part/${course.educationPartId}/attempts`)
const attempts = () =>
  query
    .select()
    .from(courseAttempts)
    .where(and(eq(courseAttempts.userId, anna.id), eq(courseAttempts.educationPartId, course.educationPartId)))

beforeEach(async () => {
  anna = await signedIn()
  course = await createDigitalCourse({ completionRule: 'passed' })
  resultId = await insertOpenResult(anna.id, course.educationPartId)
})

describe('a launch', () => {
  test('cannot add or void statements of another person or part, with any registration', async () => {
    const own = await launchCourse(anna, course.educationPartId)
    const bo = await signedIn()
    const theirs = await insertOpenResult(bo.id, course.educationPartId)
    const other = await launchCourse(bo, course.educationPartId)
    const passed = { verb: verb('passed'), result: { success: true } }
    expect((await own.post({ ...passed, actor: other.launch.agent })).status).toBe(403)
    // A course may use a registration of its own, which still belongs to this person only.
    await own.post({ verb: verb('experienced'), context: { registration: other.launch.registration } })
    const read = await other.send('GET', `statements?registration=${other.launch.registration}`)
    expect((await read.json<{ statements: unknown[] }>()).statements).toEqual([])
    const [id = ''] = await (await other.post({ verb: verb('initialized') })).json<string[]>()
    await own.post({ verb: verb('voided'), object: { objectType: 'StatementRef', id } })
    const [statementRow] = await query.select().from(xapiStatements).where(eq(xapiStatements.id, id))
    expect(statementRow?.voided).toBe(false)
    const elsewhere = await createDigitalCourse({ completionRule: 'passed' })
    const elsewhereId = await insertOpenResult(anna.id, elsewhere.educationPartId)
    await own.post({ ...passed, object: { id: elsewhere.activityId } })
    expect([await isCompleted(theirs), await isCompleted(elsewhereId), await isCompleted()]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('that has expired, or whose person has cancelled, completes nothing', async () => {
    const own = await launchCourse(anna, course.educationPartId)
    await query.update(educationPartResults).set({ canceled: true }).where(eq(educationPartResults.id, resultId))
    await own.post({ verb: verb('passed'), result: { success: true } })
    expect(await isCompleted()).toBe(false)
    await query.update(educationPartResults).set({ canceled: false }).where(eq(educationPartResults.id, resultId))
    await query
      .update(launches)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(launches.userId, anna.id))
    expect((await own.post({ verb: verb('passed'), result: { success: true } })).status).toBe(401)
    expect(await isCompleted()).toBe(false)
  })
})

describe('restarting', () => {
  test('by two concurrent requests leaves one open attempt, and statements in flight count in their own', async () => {
    const before = await launchCourse(anna, course.educationPartId)
    const [first, second, statementResponse] = await Promise.all([
      startAgain(),
      startAgain(),
      before.post({ verb: verb('passed'), result: { success: true } }),
    ])
    expect([first.status, second.status, statementResponse.status]).toEqual([200, 200, 200])
    const [one, two] = [
      await launchCourse(anna, course.educationPartId),
      await launchCourse(anna, course.educationPartId),
    ]
    expect(one.launch.registration).toBe(two.launch.registration)
    expect(one.launch.registration).not.toBe(before.launch.registration)
    const rows = await query.select().from(xapiStatements).where(eq(xapiStatements.userId, anna.id))
    expect(rows.map(({ registration }) => registration)).toEqual([before.launch.registration])
    expect(await isCompleted()).toBe(true)
    expect((await attempts()).length).toBeGreaterThanOrEqual(2)
  })
})

describe('a rule that changes during an attempt', () => {
  const rule = (set: Partial<typeof educationParts.$inferInsert>) =>
    query.update(educationParts).set(set).where(eq(educationParts.id, course.educationPartId))

  test('applies to the next statement', async () => {
    const own = await launchCourse(anna, course.educationPartId)
    await rule({ completionRule: 'both' })
    await own.post({ verb: verb('passed'), result: { success: true } })
    expect(await isCompleted()).toBe(false)
    await own.post({ verb: verb('completed') })
    expect(await isCompleted()).toBe(true)
  })

  test.each([
    ['a share below nothing', { scaled: -0.5 }, false],
    ['a share of exactly as much', { scaled: 0.8 }, true],
    ['points without a most', { raw: 100 }, false],
    ['points from below nothing', { raw: 8, min: -10, max: 10 }, true],
    ['points that are just too few', { raw: 79.9, min: 0, max: 100 }, false],
    ['a share that its points deny', { scaled: 0.9, raw: 1, min: 0, max: 100 }, true],
  ])('requires 80 per cent of %s', async (_, score, completes) => {
    await rule({ minimumScore: 80 })
    const own = await launchCourse(anna, course.educationPartId)
    expect((await own.post({ verb: verb('passed'), result: { success: true, score } })).status).toBe(200)
    expect(await isCompleted()).toBe(completes)
  })

  test.each([
    { raw: 5, min: 5, max: 5 },
    { raw: 11, min: 0, max: 10 },
    { raw: 1, min: 10, max: 0 },
    { scaled: 1.5 },
    { scaled: '1' },
  ])('an invalid score is refused: %j', async (score) => {
    const own = await launchCourse(anna, course.educationPartId)
    expect((await own.post({ verb: verb('passed'), result: { success: true, score } })).status).toBe(400)
    expect(await isCompleted()).toBe(false)
  })
})

test('a part that two educations share is completed once for both', async () => {
  const now = new Date()
  const [second] = await query
    .insert(educations)
    .values(
      withEducationWords({
        title: 'Andra',
        publishedAt: now,
        paymentMethods: [],
        customQuestions: [],
        createdAt: now,
        changedAt: now,
      }),
    )
    .returning({ id: educations.id })
  await query
    .insert(educationToPart)
    .values({ educationId: second?.id ?? 0, educationPartId: course.educationPartId, position: 1 })
  const own = await launchCourse(anna, course.educationPartId)
  await own.post({ verb: verb('passed'), result: { success: true } })
  const rows = await query
    .select()
    .from(educationPartResults)
    .where(
      and(eq(educationPartResults.userId, anna.id), eq(educationPartResults.educationPartId, course.educationPartId)),
    )
  expect(rows.map(({ completed }) => completed)).toEqual([true])
})
