import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { driverExamProtocols } from '#api/catalogue/exams/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { DriverExamResult } from '#api/participation/exam-results/contract.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { bodyOf } from '../../answers.ts'
import { auditOf } from '../../audit.ts'
import { configure } from '../../configuration.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import { refusalOf } from '../results/scene.ts'
import { adult, anExam, base, driverOn, grownUp, linked, minor, protocolOf, type Scene } from './scene.ts'

await configure({ features: ['PracticalDriverExamination'] })
const { query } = database()

let scene: Scene
beforeEach(async () => {
  scene = await anExam({ startsAt: inDays(-0.1) })
})

const put = (who: Person, row: { id: number; userId: number }, more: object, headers = {}) =>
  who.fetch('PUT', `${scene.path}/results`, [{ resultId: row.id, userId: row.userId, ...more }], headers)
const written = async (who: Person, row: { id: number; userId: number }, more: object) =>
  (await bodyOf<DriverExamResult[]>(await put(who, row, more)))[0]
const approve = (who: Person, userId: number) => who.fetch('POST', `${scene.path}/results/${userId}/approve`)

test('the examiner passes a driver on the day: completed on that day, the education with it, notified once', async () => {
  const driver = await signedIn({ birthOn: '1990-01-01', email: `klar-${scene.exam.id}@test.example` })
  await driverOn(scene, driver)
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

test('only its examiner judges: not a manager of the education, nor another educator, nor the driver', async () => {
  const driver = await grownUp()
  const row = await driverOn(scene, driver)
  const manager = await signedIn({ roles: { Administrator: {} } })
  expect(await refusalOf(await approve(manager, driver.id))).toEqual([403, 'not_allowed'])
  expect((await approve(await signedIn({ roles: { Educator: {} } }), driver.id)).status).toBe(403)
  expect((await approve(driver, driver.id)).status).toBe(403)
  expect((await put(manager, row, { protocol: protocolOf(true) })).status).toBe(403)
  const own = await driverOn(scene, scene.examiner)
  expect(await refusalOf(await approve(scene.examiner, own.userId))).toEqual([403, 'own_result'])
  expect((await approve(scene.examiner, (await grownUp()).id)).status).toBe(404)
})

test('before its day nobody is judged', async () => {
  scene = await anExam({ startsAt: inDays(2) })
  const driver = await grownUp()
  const row = await driverOn(scene, driver)
  expect(await refusalOf(await approve(scene.examiner, driver.id))).toEqual([409, 'exam_not_held'])
  expect(await refusalOf(await put(scene.examiner, row, { protocol: protocolOf(true) }))).toEqual([
    409,
    'exam_not_held',
  ])
})

test('a signed protocol passes, and shows the checklist as it was worded that day', async () => {
  const driver = await grownUp()
  const row = await driverOn(scene, driver)
  const result = await written(scene.examiner, row, { protocol: protocolOf(true, [3]), note: 'Säker förare' })
  expect(result).toMatchObject({
    state: 'passed',
    note: 'Säker förare',
    protocol: { passed: true, items: [{ text: 'Flaggor', passed: true }, {}, { passed: false, comment: 'Öva mer' }] },
  })
  const seen = await driver.json<DriverExamResult[]>('GET', `${scene.path}/results`)
  expect(seen).toMatchObject([{ note: null, protocol: { passed: true }, organized: false }])
  const taken = await driver.json<{ exams: DriverExamResult[] }>('GET', `/user/${driver.id}/personaldata`)
  expect(taken.exams).toMatchObject([{ state: 'passed', note: null, protocol: { items: [{}, {}, {}] } }])
})

test('one that fails closes the attempt, so that another examination can be signed up to', async () => {
  const driver = await signedIn({ birthOn: '1990-01-01', email: `om-${scene.exam.id}@test.example` })
  const row = await driverOn(scene, driver)
  expect(await written(scene.examiner, row, { protocol: protocolOf(false, [1]) })).toMatchObject({
    state: 'failed',
    completed: false,
  })
  expect(await refusalOf(await approve(scene.examiner, driver.id))).toEqual([409, 'exam_failed'])
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
  const next = await scene.examiner.json<{ educationPartPracticalDriverExamId: number }>('POST', `${base}/create`, body)
  expect(
    (await driver.fetch('POST', `${base}/${next.educationPartPracticalDriverExamId}`, { userId: driver.id })).status,
  ).toBe(200)
  // Reverting the result now would create a second open attempt.
  expect(await refusalOf(await put(scene.examiner, row, { completed: false }))).toEqual([409, 'already_signed_up'])
})

test('each hole in a protocol is refused', async () => {
  const row = await driverOn(scene, await grownUp())
  const whole = protocolOf(true)
  const refusal = async (protocol: object) => refusalOf(await put(scene.examiner, row, { protocol }))
  expect(await refusal(protocolOf(true, [2]))).toEqual([409, 'exam_items_failed'])
  expect(await refusal({ ...whole, items: whole.items.slice(1) })).toEqual([409, 'exam_items_missing'])
  expect(await refusal({ ...whole, items: [...whole.items, { id: 9, passed: true, comment: null }] })).toEqual([
    409,
    'exam_items_unknown',
  ])
  expect(await refusal({ ...whole, passed: false })).toEqual([409, 'exam_reason_missing'])
  expect(await refusal({ ...whole, signature: '<script>' })).toEqual([400, 'invalid_input'])
})

test('sent twice under one key it is stored once, and a new signature after reading it replaces the earlier one', async () => {
  const driver = await grownUp()
  const row = await driverOn(scene, driver)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = { protocol: protocolOf(true) }
  const answers = [await put(scene.examiner, row, body, headers), await put(scene.examiner, row, body, headers)]
  expect(answers.map((answer) => answer.headers.get('idempotency-replayed'))).toEqual([null, 'true'])
  const [first] = await bodyOf<DriverExamResult[]>(answers[0] as Response)
  await put(scene.examiner, row, { protocol: protocolOf(false, [1]), lastChange: first?.lastChange })
  const stored = await query.select().from(driverExamProtocols).where(eq(driverExamProtocols.resultId, row.id))
  expect(stored).toMatchObject([{ passed: false }])
  expect((await auditOf('result'))[0]).toMatchObject({
    action: 'driverExam.failed',
    data: { before: { passed: true } },
  })
})

test('a protocol that failed by mistake is corrected, and passes', async () => {
  const row = await driverOn(scene, await grownUp())
  const failed = await written(scene.examiner, row, { protocol: protocolOf(false, [1]) })
  const corrected = { protocol: protocolOf(true), lastChange: failed?.lastChange }
  expect(await written(scene.examiner, row, corrected)).toMatchObject({
    state: 'passed',
    completed: true,
    canceled: false,
    protocol: { passed: true, items: [{ passed: true }, {}, {}] },
  })
})

test('taken back, it is as before it was examined', async () => {
  const row = await driverOn(scene, await grownUp())
  await written(scene.examiner, row, { protocol: protocolOf(true) })
  expect(await written(scene.examiner, row, { completed: false })).toMatchObject({
    state: 'signedUp',
    protocol: null,
    completedDate: null,
  })
  await written(scene.examiner, row, { protocol: protocolOf(false, [1]) })
  expect(await written(scene.examiner, row, { completed: false })).toMatchObject({ state: 'signedUp', canceled: false })
})

test('nothing is approved while a guardian is missing, whichever way it is asked', async () => {
  const child = await minor()
  const row = await driverOn(scene, child, { signedUpAt: null })
  const missing = [409, 'guardian_required']
  expect(await refusalOf(await approve(scene.examiner, child.id))).toEqual(missing)
  expect(await refusalOf(await put(scene.examiner, row, { protocol: protocolOf(true) }))).toEqual(missing)
  expect(await refusalOf(await put(scene.examiner, row, { signUpDate: new Date().toISOString() }))).toEqual(missing)
  const results = (kind: string) =>
    scene.examiner.fetch('PUT', kind, [{ resultId: row.id, userId: child.id, completed: true }])
  expect((await results('/EducationPartOccasions/results')).status).toBe(404)
  expect((await results(`/EducationParts/${scene.exam.educationPartId}/results`)).status).toBe(404)
  const helena = await adult()
  await scene.examiner.fetch('PUT', `${scene.path}/assignguardian`, { adultUserId: helena.id, childUserId: child.id })
  expect((await approve(scene.examiner, child.id)).status).toBe(200)
})

test('the database itself refuses it: without an adult, with a child for one, and when the adult is taken away', async () => {
  const child = await minor()
  const pass = { completed: true, completedAt: new Date() }
  const row = await driverOn(scene, child, { signedUpAt: null })
  const change = (set: object) => query.update(educationPartResults).set(set).where(eq(educationPartResults.id, row.id))
  const refused = (set: object) =>
    expect(change(set)).rejects.toMatchObject({ cause: { message: expect.stringContaining('guardian_required') } })
  await refused(pass)
  await refused({ ...pass, guardianUserId: child.id })
  await refused({ ...pass, guardianUserId: (await minor()).id })
  await refused({ ...pass, guardianUserId: (await signedIn()).id })
  await refused({ signedUpAt: new Date() })
  const helena = await adult()
  await change({ ...pass, guardianUserId: helena.id })
  await refused({ guardianUserId: null })
  await expect(driverOn(scene, await minor())).rejects.toMatchObject({
    cause: { message: expect.stringContaining('guardian_required') },
  })
})

test('an approval and the guardian’s leaving at once never leave a passed child alone', async () => {
  const [child, helena] = [await minor(), await adult()]
  await linked(helena, child)
  const row = await driverOn(scene, child, { guardianUserId: helena.id })
  const leave = query
    .update(educationPartResults)
    .set({ guardianUserId: null, signedUpAt: null })
    .where(eq(educationPartResults.id, row.id))
  await Promise.allSettled([approve(scene.examiner, child.id), leave])
  const [after] = await query.select().from(educationPartResults).where(eq(educationPartResults.id, row.id))
  expect(after?.completed && after.guardianUserId === null).toBe(false)
})

test('attendance is noted, what is overtaken is refused, and what was signed off stays so', async () => {
  const row = await driverOn(scene, await grownUp())
  expect(await written(scene.examiner, row, { attended: true })).toMatchObject({ attended: true })
  expect(
    await refusalOf(await put(scene.examiner, row, { attended: false, lastChange: inDays(-1).toISOString() })),
  ).toEqual([409, 'changed_meanwhile'])
  const off = await driverOn(scene, await grownUp(), { canceled: true })
  expect(await refusalOf(await put(scene.examiner, off, { protocol: protocolOf(true) }))).toEqual([
    409,
    'result_canceled',
  ])
  expect((await put(scene.examiner, { id: row.id, userId: off.userId }, {})).status).toBe(404)
})

test('an examined driver is not taken off, and several examinations are read at once, as far as one may', async () => {
  const driver = await grownUp()
  const row = await driverOn(scene, driver)
  await written(scene.examiner, row, { protocol: protocolOf(true) })
  expect(await refusalOf(await scene.examiner.fetch('DELETE', `${scene.path}/results/${driver.id}/${row.id}`))).toEqual(
    [409, 'exam_has_results'],
  )
  await driverOn(scene, await grownUp())
  const read = async (who: Person) => who.json<unknown[]>('POST', `${base}/results`, { examIds: [scene.exam.id] })
  expect(await read(scene.examiner)).toHaveLength(2)
  expect(await read(driver)).toHaveLength(1)
  expect(await read(await grownUp())).toHaveLength(0)
})
