import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { driverExamProtocols, driverExamResponsibles } from '#api/catalogue/exams/table.ts'
import type { DriverExamResult } from '#api/participation/exam-results/contract.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { configurePortal } from '../../configuration.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'
import { readRefusal } from '../results/fixtures.ts'
import { createAdultDriver, createExam, type ExamFixture, insertDriver, toProtocol } from './fixtures.ts'

await configurePortal({ features: ['PracticalDriverExamination'] })
const { query } = database()

let scene: ExamFixture
beforeEach(async () => {
  scene = await createExam({ startsAt: inDays(-0.1) })
})

const put = (who: Person, row: { id: number; userId: number }, more: object) =>
  who.fetch('PUT', `${scene.path}/results`, [{ resultId: row.id, userId: row.userId, ...more }])
const written = async (who: Person, row: { id: number; userId: number }, more: object) =>
  (await bodyOf<DriverExamResult[]>(put(who, row, more)))[0]
const approve = (who: Person, userId: number) => who.fetch('POST', `${scene.path}/results/${userId}/approve`)

/** Creates a second examiner who is named beside the first. */
async function addSecondExaminer({ exam }: ExamFixture): Promise<Person> {
  const second = await signedIn({ roles: { Administrator: {} }, firstName: 'Bo' })
  await query.insert(driverExamResponsibles).values({ driverExamId: exam.id, userId: second.id })
  return second
}

test('a protocol that was queued offline never overwrites what somebody else has signed', async () => {
  const driver = await createAdultDriver()
  const row = await insertDriver(scene, driver)
  const second = await addSecondExaminer(scene)
  const body = { protocol: toProtocol(true) }
  expect((await put(scene.examiner, row, body)).status).toBe(200)
  expect(await readRefusal(await put(second, row, { protocol: toProtocol(false, [1]) }))).toEqual([409, 'exam_signed'])
  // Sends the same protocol again under another key: nothing changes, and nobody is notified twice.
  expect(await written(scene.examiner, row, body)).toMatchObject({ state: 'passed', completed: true })
  const audits = (await listAuditEntries('result')).filter(({ targetId }) => targetId === String(row.id))
  expect(audits.map(({ action }) => action)).toEqual(['driverExam.passed'])
})

test('of two examiners who sign at once one is stored, and the other gets a conflict', async () => {
  const second = await addSecondExaminer(scene)
  for (let round = 0; round < 5; round += 1) {
    const row = await insertDriver(scene, await createAdultDriver())
    const answers = await Promise.all([
      put(scene.examiner, row, { protocol: toProtocol(true) }),
      put(second, row, { protocol: toProtocol(false, [1]) }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [protocol] = await query.select().from(driverExamProtocols).where(eq(driverExamProtocols.resultId, row.id))
    const [result] = await query.select().from(educationPartResults).where(eq(educationPartResults.id, row.id))
    const isFirst = answers[0]?.status === 200
    expect(protocol).toMatchObject({ passed: isFirst, examinerId: isFirst ? scene.examiner.id : second.id })
    expect(result).toMatchObject({ completed: isFirst, canceled: !isFirst })
  }
})

test('a result that is reverted, or changed to a failure, removes the completion of the education too', async () => {
  const educationOf = async (driver: Person) =>
    (await query.select().from(educationResults).where(eq(educationResults.userId, driver.id))).map(
      ({ completed, completedAt, verificationCode }) => [completed, completedAt, verificationCode !== null],
    )
  const open = [[false, null, false]]
  const [driver, other] = [await createAdultDriver(), await createAdultDriver()]
  const [row, second] = [await insertDriver(scene, driver), await insertDriver(scene, other)]
  await approve(scene.examiner, driver.id)
  await written(scene.examiner, row, { completed: false })
  expect(await educationOf(driver)).toEqual(open)
  await approve(scene.examiner, driver.id)
  expect(await educationOf(driver)).toEqual([[true, scene.exam.startsAt, true]])
  const passed = await written(scene.examiner, second, { protocol: toProtocol(true) })
  await written(scene.examiner, second, { protocol: toProtocol(false, [1]), lastChange: passed?.lastChange })
  expect(await educationOf(other)).toEqual(open)
  const reopened = (await listAuditEntries('education')).filter(({ action }) => action === 'educationResult.reopened')
  expect(reopened.slice(0, 2).map(({ data }) => data['userId'])).toEqual([other.id, driver.id])
})

test('a manually registered education is unaffected by the exam', async () => {
  const driver = await createAdultDriver()
  const row = await insertDriver(scene, driver)
  await approve(scene.examiner, driver.id)
  await query.update(educationResults).set({ source: 2 }).where(eq(educationResults.userId, driver.id))
  await written(scene.examiner, row, { completed: false })
  const [wholeResult] = await query.select().from(educationResults).where(eq(educationResults.userId, driver.id))
  expect(wholeResult).toMatchObject({ completed: true })
})
