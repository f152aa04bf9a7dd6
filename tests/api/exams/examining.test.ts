import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { driverExamProtocols } from '#api/catalogue/exams/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { DriverExamResult } from '#api/participation/exam-results/contract.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { configurePortal } from '../../configuration.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'
import { readRefusal } from '../results/fixtures.ts'
import {
  createAdult,
  createAdultDriver,
  createExam,
  createMinor,
  type ExamFixture,
  examsPath,
  insertDriver,
  linkGuardian,
  toProtocol,
} from './fixtures.ts'

await configurePortal({ features: ['PracticalDriverExamination'] })
const { query } = database()

let scene: ExamFixture
beforeEach(async () => {
  scene = await createExam({ startsAt: inDays(-0.1) })
})

const put = (who: Person, row: { id: number; userId: number }, more: object, headers = {}) =>
  who.fetch('PUT', `${scene.path}/results`, [{ resultId: row.id, userId: row.userId, ...more }], headers)
const written = async (who: Person, row: { id: number; userId: number }, more: object) =>
  (await bodyOf<DriverExamResult[]>(await put(who, row, more)))[0]
const approve = (who: Person, userId: number) => who.fetch('POST', `${scene.path}/results/${userId}/approve`)

test('the examiner passes a driver on the day, which completes part and education and notifies once', async () => {
  const driver = await signedIn({ birthOn: '1990-01-01', email: `klar-${scene.exam.id}@test.example` })
  await insertDriver(scene, driver)
  expect(await bodyOf(await approve(scene.examiner, driver.id))).toMatchObject({
    approved: true,
    completed: true,
    state: 'passed',
    completedDate: scene.exam.startsAt.toISOString(),
  })
  expect((await approve(scene.examiner, driver.id)).status).toBe(200)
  const [education] = await query.select().from(educationResults).where(eq(educationResults.userId, driver.id))
  expect(education).toMatchObject({ educationId: scene.education.id, completed: true })
  const mails = (await query.select().from(outboxMails)).filter(
    ({ recipient, subject }) => recipient.startsWith(`klar-${scene.exam.id}@`) && subject === 'Du är godkänd',
  )
  expect(mails).toHaveLength(1)
})

test('only the examiner decides: not a manager of the education, another educator or the driver', async () => {
  const driver = await createAdultDriver()
  const row = await insertDriver(scene, driver)
  const manager = await signedIn({ roles: { Administrator: {} } })
  expect(await readRefusal(await approve(manager, driver.id))).toEqual([403, 'not_allowed'])
  expect((await approve(await signedIn({ roles: { Educator: {} } }), driver.id)).status).toBe(403)
  expect((await approve(driver, driver.id)).status).toBe(403)
  expect((await put(manager, row, { protocol: toProtocol(true) })).status).toBe(403)
  const own = await insertDriver(scene, scene.examiner)
  expect(await readRefusal(await approve(scene.examiner, own.userId))).toEqual([403, 'own_result'])
  expect((await approve(scene.examiner, (await createAdultDriver()).id)).status).toBe(404)
})

test('no driver is examined before the day of the exam', async () => {
  scene = await createExam({ startsAt: inDays(2) })
  const driver = await createAdultDriver()
  const row = await insertDriver(scene, driver)
  expect(await readRefusal(await approve(scene.examiner, driver.id))).toEqual([409, 'exam_not_held'])
  expect(await readRefusal(await put(scene.examiner, row, { protocol: toProtocol(true) }))).toEqual([
    409,
    'exam_not_held',
  ])
})

test('attendance is noted by examiners from the day of the exam, and its organisers may not', async () => {
  const row = await insertDriver(scene, await createAdultDriver())
  const manager = await signedIn({ roles: { Administrator: {} } })
  for (const attended of [true, false])
    expect(await readRefusal(await put(manager, row, { attended }))).toEqual([403, 'not_allowed'])
  scene = await createExam({ startsAt: inDays(2) })
  const early = await insertDriver(scene, await createAdultDriver(), { attended: true })
  expect(await written(scene.examiner, early, { attended: null })).toMatchObject({ attended: null })
  expect(await readRefusal(await put(scene.examiner, early, { attended: true }))).toEqual([409, 'exam_not_held'])
})

test('a signed protocol passes, and shows the checklist as it was worded that day', async () => {
  const driver = await createAdultDriver()
  const row = await insertDriver(scene, driver)
  const result = await written(scene.examiner, row, { protocol: toProtocol(true, [3]), note: 'Säker förare' })
  expect(result).toMatchObject({
    state: 'passed',
    note: 'Säker förare',
    protocol: { passed: true, items: [{ text: 'Flaggor', passed: true }, {}, { passed: false, comment: 'Öva mer' }] },
  })
  const seen = await driver.json<DriverExamResult[]>('GET', `${scene.path}/results`)
  expect(seen).toMatchObject([{ note: null, protocol: { passed: true }, organized: false }])
  const personalData = await driver.json<{ exams: DriverExamResult[] }>('GET', `/user/${driver.id}/personaldata`)
  expect(personalData.exams).toMatchObject([{ state: 'passed', note: null, protocol: { items: [{}, {}, {}] } }])
})

test('a failed examination ends the attempt, so that the driver can sign up to another', async () => {
  const driver = await signedIn({ birthOn: '1990-01-01', email: `om-${scene.exam.id}@test.example` })
  const row = await insertDriver(scene, driver)
  expect(await written(scene.examiner, row, { protocol: toProtocol(false, [1]) })).toMatchObject({
    state: 'failed',
    completed: false,
  })
  expect(await readRefusal(await approve(scene.examiner, driver.id))).toEqual([409, 'exam_failed'])
  const mails = (await query.select().from(outboxMails)).filter(({ recipient }) =>
    recipient.startsWith(`om-${scene.exam.id}@`),
  )
  expect(mails.map(({ subject }) => subject)).toEqual(['Resultat av ditt förarprov'])
  const examined = await scene.examiner.json<{ bookedCount: number }>('GET', scene.path)
  expect(examined.bookedCount).toBe(1)
  const again = { ...scene.exam, startsAt: inDays(20), endsAt: inDays(21) }
  const body = {
    educationPartId: again.educationPartId,
    educationId: again.educationId,
    startDate: again.startsAt,
    endDate: again.endsAt,
    city: 'Karlstad',
    examinerId: scene.examiner.id,
  }
  const next = await scene.examiner.json<{ educationPartPracticalDriverExamId: number }>(
    'POST',
    `${examsPath}/create`,
    body,
  )
  expect(
    (await driver.fetch('POST', `${examsPath}/${next.educationPartPracticalDriverExamId}`, { userId: driver.id }))
      .status,
  ).toBe(200)
  // Reverting the result now would create a second open attempt.
  expect(await readRefusal(await put(scene.examiner, row, { completed: false }))).toEqual([409, 'already_signed_up'])
})

test('each missing field of a protocol is refused', async () => {
  const row = await insertDriver(scene, await createAdultDriver())
  const whole = toProtocol(true)
  const refusal = async (protocol: object) => readRefusal(await put(scene.examiner, row, { protocol }))
  expect(await refusal(toProtocol(true, [2]))).toEqual([409, 'exam_items_failed'])
  expect(await refusal({ ...whole, items: whole.items.slice(1) })).toEqual([409, 'exam_items_missing'])
  expect(await refusal({ ...whole, items: [...whole.items, { id: 9, passed: true, comment: null }] })).toEqual([
    409,
    'exam_items_unknown',
  ])
  expect(await refusal({ ...whole, passed: false })).toEqual([409, 'exam_reason_missing'])
  expect(await refusal({ ...whole, signature: '<script>' })).toEqual([400, 'invalid_input'])
})

test('a protocol sent twice under one key is stored once, and a new signature on its version replaces it', async () => {
  const driver = await createAdultDriver()
  const row = await insertDriver(scene, driver)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = { protocol: toProtocol(true) }
  const answers = [await put(scene.examiner, row, body, headers), await put(scene.examiner, row, body, headers)]
  expect(answers.map((answer) => answer.headers.get('idempotency-replayed'))).toEqual([null, 'true'])
  const [first] = await bodyOf<DriverExamResult[]>(answers[0] as Response)
  await put(scene.examiner, row, { protocol: toProtocol(false, [1]), lastChange: first?.lastChange })
  const stored = await query.select().from(driverExamProtocols).where(eq(driverExamProtocols.resultId, row.id))
  expect(stored).toMatchObject([{ passed: false }])
  expect((await listAuditEntries('result'))[0]).toMatchObject({
    action: 'driverExam.failed',
    data: { before: { passed: true } },
  })
})

test('a protocol that failed by mistake is corrected to a pass', async () => {
  const row = await insertDriver(scene, await createAdultDriver())
  const failed = await written(scene.examiner, row, { protocol: toProtocol(false, [1]) })
  const corrected = { protocol: toProtocol(true), lastChange: failed?.lastChange }
  expect(await written(scene.examiner, row, corrected)).toMatchObject({
    state: 'passed',
    completed: true,
    canceled: false,
    protocol: { passed: true, items: [{ passed: true }, {}, {}] },
  })
})

test('a reverted protocol restores the state before the exam', async () => {
  const row = await insertDriver(scene, await createAdultDriver())
  await written(scene.examiner, row, { protocol: toProtocol(true) })
  expect(await written(scene.examiner, row, { completed: false })).toMatchObject({
    state: 'signedUp',
    protocol: null,
    completedDate: null,
  })
  await written(scene.examiner, row, { protocol: toProtocol(false, [1]) })
  expect(await written(scene.examiner, row, { completed: false })).toMatchObject({ state: 'signedUp', canceled: false })
})

test('nothing is approved without the required guardian, by any call', async () => {
  const child = await createMinor()
  const row = await insertDriver(scene, child, { signedUpAt: null })
  const missing = [409, 'guardian_required']
  expect(await readRefusal(await approve(scene.examiner, child.id))).toEqual(missing)
  expect(await readRefusal(await put(scene.examiner, row, { protocol: toProtocol(true) }))).toEqual(missing)
  expect(await readRefusal(await put(scene.examiner, row, { signUpDate: new Date().toISOString() }))).toEqual(missing)
  const results = (kind: string) =>
    scene.examiner.fetch('PUT', kind, [{ resultId: row.id, userId: child.id, completed: true }])
  expect((await results('/EducationPartOccasions/results')).status).toBe(404)
  expect((await results(`/EducationParts/${scene.exam.educationPartId}/results`)).status).toBe(404)
  const helena = await createAdult()
  await scene.examiner.fetch('PUT', `${scene.path}/assignguardian`, { adultUserId: helena.id, childUserId: child.id })
  expect((await approve(scene.examiner, child.id)).status).toBe(200)
})

test('the database refuses a pass without an adult, with a minor as guardian, and the removal of the guardian', async () => {
  const child = await createMinor()
  const pass = { completed: true, completedAt: new Date() }
  const row = await insertDriver(scene, child, { signedUpAt: null })
  const change = (set: object) => query.update(educationPartResults).set(set).where(eq(educationPartResults.id, row.id))
  const refused = (set: object) =>
    expect(change(set)).rejects.toMatchObject({ cause: { message: expect.stringContaining('guardian_required') } })
  await refused(pass)
  await refused({ ...pass, guardianUserId: child.id })
  await refused({ ...pass, guardianUserId: (await createMinor()).id })
  await refused({ ...pass, guardianUserId: (await signedIn()).id })
  await refused({ signedUpAt: new Date() })
  const helena = await createAdult()
  await change({ ...pass, guardianUserId: helena.id })
  await refused({ guardianUserId: null })
  await expect(insertDriver(scene, await createMinor())).rejects.toMatchObject({
    cause: { message: expect.stringContaining('guardian_required') },
  })
})

test('a concurrent approval and removal of the guardian never pass a child without one', async () => {
  const [child, helena] = [await createMinor(), await createAdult()]
  await linkGuardian(helena, child)
  const row = await insertDriver(scene, child, { guardianUserId: helena.id })
  const leave = query
    .update(educationPartResults)
    .set({ guardianUserId: null, signedUpAt: null })
    .where(eq(educationPartResults.id, row.id))
  await Promise.allSettled([approve(scene.examiner, child.id), leave])
  const [after] = await query.select().from(educationPartResults).where(eq(educationPartResults.id, row.id))
  expect(after?.completed && after.guardianUserId === null).toBe(false)
})

test('attendance is stored, version conflicts are refused, and cancellations remain', async () => {
  const row = await insertDriver(scene, await createAdultDriver())
  expect(await written(scene.examiner, row, { attended: true })).toMatchObject({ attended: true })
  expect(
    await readRefusal(await put(scene.examiner, row, { attended: false, lastChange: inDays(-1).toISOString() })),
  ).toEqual([409, 'changed_meanwhile'])
  const off = await insertDriver(scene, await createAdultDriver(), { canceled: true })
  expect(await readRefusal(await put(scene.examiner, off, { protocol: toProtocol(true) }))).toEqual([
    409,
    'result_canceled',
  ])
  expect((await put(scene.examiner, { id: row.id, userId: off.userId }, {})).status).toBe(404)
})

test('an examined driver cannot be removed, and several exams are read at once, within the caller’s scope', async () => {
  const driver = await createAdultDriver()
  const row = await insertDriver(scene, driver)
  await written(scene.examiner, row, { protocol: toProtocol(true) })
  expect(
    await readRefusal(await scene.examiner.fetch('DELETE', `${scene.path}/results/${driver.id}/${row.id}`)),
  ).toEqual([409, 'exam_has_results'])
  await insertDriver(scene, await createAdultDriver())
  const read = async (who: Person) => who.json<unknown[]>('POST', `${examsPath}/results`, { examIds: [scene.exam.id] })
  expect(await read(scene.examiner)).toHaveLength(2)
  expect(await read(driver)).toHaveLength(1)
  expect(await read(await createAdultDriver())).toHaveLength(0)
})

test('an accompanying adult reads the outcome of the child’s exam, but no sign-up that is withdrawn', async () => {
  const [child, other, helena] = [await createMinor(), await createMinor(), await createAdult()]
  const failed = await insertDriver(scene, child, { guardianUserId: helena.id })
  const withdrawn = await insertDriver(scene, other, { guardianUserId: helena.id })
  const protocol = [{ resultId: failed.id, userId: child.id, protocol: toProtocol(false, [1]) }]
  expect((await scene.examiner.fetch('PUT', `${scene.path}/results`, protocol)).status).toBe(200)
  expect((await scene.examiner.fetch('DELETE', `${scene.path}/results/${other.id}/${withdrawn.id}`)).status).toBe(204)
  const seen = await helena.json<DriverExamResult[]>('GET', `${scene.path}/results`)
  expect(seen).toMatchObject([{ userId: child.id, state: 'failed' }])
})
