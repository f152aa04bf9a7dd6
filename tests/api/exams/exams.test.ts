import { expect, test } from 'vitest'
import type { DriverExam, PossibleExaminer } from '#api/catalogue/exams/contract.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { selectOwnExams } from '#api/participation/exam-results/own-exams.ts'
import { listAuditEntries } from '../../audit.ts'
import { configurePortal } from '../../configuration.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { countReads } from '../../query-plan.ts'
import { drainJobs } from '../../queue.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'
import { readRefusal } from '../results/fixtures.ts'
import { checklist, createAdultDriver, createExam, examsPath, insertDriver } from './fixtures.ts'

await configurePortal({ features: ['PracticalDriverExamination'] })
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })

const given = ({ exam, examiner }: Awaited<ReturnType<typeof createExam>>, more = {}) => ({
  educationPartId: exam.educationPartId,
  educationId: exam.educationId,
  startDate: inDays(30).toISOString(),
  endDate: inDays(31).toISOString(),
  city: 'Arvika',
  examinerId: examiner.id,
  ...more,
})

const fieldsOf = async (response: Response) =>
  (await bodyOf<{ fields?: Record<string, string> }>(response)).fields ?? {}

test('an exam is created with all its fields, by both paths of the call', async () => {
  const scene = await createExam()
  const body = given(scene, {
    maxParticipants: 6,
    fee: 300.5,
    description: '<p>Hjälm <script>x</script></p>',
    venue: ' ',
  })
  const made = await scene.examiner.json<DriverExam>('POST', `${examsPath}/create`, body)
  expect(made).toMatchObject({
    city: 'Arvika',
    fee: 300.5,
    availableSpots: 6,
    guardianAge: 18,
    examinerName: expect.stringMatching(/^Eva /),
    checklist,
    venue: null,
    description: '<p>Hjälm </p>',
  })
  expect((await scene.examiner.fetch('POST', examsPath, body)).status).toBe(200)
  expect((await listAuditEntries('driverExam'))[1]).toMatchObject({
    action: 'driverExam.created',
    targetId: String(made.educationPartPracticalDriverExamId),
  })
})

test('a repeated request with one key creates it once', async () => {
  const scene = await createExam()
  const body = given(scene)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const send = async () => scene.examiner.json<DriverExam>('POST', `${examsPath}/create`, body, headers)
  const [first, again] = [await send(), await send()]
  expect(again).toEqual(first)
})

test('each invalid field is named; only managers of the education create exams', async () => {
  const scene = await createExam()
  const learner = await signedIn()
  const create = (who: Person, more = {}) => who.fetch('POST', `${examsPath}/create`, given(scene, more))
  expect(await fieldsOf(await create(scene.examiner, { endDate: inDays(29).toISOString() }))).toHaveProperty('endDate')
  expect(await fieldsOf(await create(scene.examiner, { lastSignUpDate: inDays(31).toISOString() }))).toHaveProperty(
    'lastSignUpDate',
  )
  expect(await fieldsOf(await create(scene.examiner, { city: ' ', guardianAge: 17 }))).toEqual({
    city: expect.any(String),
    guardianAge: expect.any(String),
  })
  expect(
    await fieldsOf(await create(scene.examiner, { examinerId: learner.id, responsibleIds: [learner.id] })),
  ).toEqual({
    examinerId: expect.any(String),
    responsibleIds: expect.any(String),
  })
  const classroom = await createExam()
  const elsewhere = { educationPartId: classroom.exam.educationPartId }
  expect(await fieldsOf(await create(scene.examiner, elsewhere))).toHaveProperty('educationPartId')
  expect((await create(learner)).status).toBe(403)
  expect((await create(await signedIn({ roles: { Educator: {} } }))).status).toBe(403)
})

test('a change is refused with an old version, below the taken seats, and for a cancelled exam', async () => {
  const scene = await createExam()
  const { examiner, path } = scene
  const stored = await examiner.json<DriverExam>('GET', path)
  const seen = given(scene, { lastChange: stored.lastChange })
  const answers = await Promise.all([
    examiner.fetch('PUT', path, { ...seen, city: 'Arvika' }),
    examiner.fetch('PUT', path, { ...seen, city: 'Sunne' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  for (const person of [await createAdultDriver(), await createAdultDriver()]) await insertDriver(scene, person)
  const below = await examiner.fetch('PUT', path, given(scene, { maxParticipants: 1 }))
  expect(below.status).toBe(409)
  expect(await below.json()).toMatchObject({
    code: 'occasion_max_below_booked',
    fields: { maxParticipants: 'Det finns redan fler anmälda än så.' },
  })
  expect((await examiner.fetch('DELETE', path)).status).toBe(204)
  expect(await readRefusal(await examiner.fetch('PUT', path, given(scene)))).toEqual([409, 'occasion_canceled'])
  expect((await (await signedIn({ roles: { Educator: {} } })).fetch('PUT', path, given(scene))).status).toBe(403)
  expect((await examiner.fetch('PUT', `${examsPath}/999999`, given(scene))).status).toBe(404)
})

test('participants are notified once of a move', async () => {
  const scene = await createExam()
  const driver = await signedIn({ birthOn: '1990-01-01', email: `flytt-${scene.exam.id}@test.example` })
  await insertDriver(scene, driver)
  await scene.examiner.fetch('PUT', scene.path, given(scene, { city: 'Sunne' }))
  await drainJobs()
  const mails = (await database().query.select().from(outboxMails)).filter(({ recipient }) =>
    recipient.startsWith(`flytt-${scene.exam.id}@`),
  )
  expect(mails.map(({ subject }) => subject)).toEqual(['Ändrad tid eller plats: Förarprov'])
})

test('deletes an exam without drivers, cancels one with drivers and notifies them, and retains one with results', async () => {
  const empty = await createExam()
  expect((await empty.examiner.fetch('DELETE', empty.path)).status).toBe(204)
  expect((await superadministrator.fetch('GET', empty.path)).status).toBe(404)

  const booked = await createExam()
  const driver = await signedIn({ birthOn: '1990-01-01', email: `av-${booked.exam.id}@test.example` })
  await insertDriver(booked, driver)
  expect((await booked.examiner.fetch('DELETE', booked.path)).status).toBe(204)
  expect((await booked.examiner.fetch('DELETE', booked.path)).status).toBe(204)
  expect(await superadministrator.json('GET', booked.path)).toMatchObject({
    canceled: true,
    bookedCount: 0,
  })
  await drainJobs()
  const mails = (await database().query.select().from(outboxMails)).filter(({ recipient }) =>
    recipient.startsWith(`av-${booked.exam.id}@`),
  )
  expect(mails.map(({ subject }) => subject)).toEqual(['Inställt: Förarprov'])

  const examined = await createExam({ startsAt: inDays(-1) })
  await insertDriver(examined, await createAdultDriver(), { completed: true, completedAt: inDays(-1) })
  expect(await readRefusal(await examined.examiner.fetch('DELETE', examined.path))).toEqual([409, 'exam_has_results'])
  expect(await superadministrator.json('GET', `${examined.path}/results`)).toMatchObject([{ state: 'passed' }])
  expect((await (await signedIn()).fetch('DELETE', examined.path)).status).toBe(403)
})

test('the list is filtered by day, education, city and examiner, and hides unpublished exams', async () => {
  const early = await createExam({ startsAt: inDays(100), city: 'Filterstad' })
  const late = await createExam({ startsAt: inDays(130), city: 'Filterstad' })
  await createExam({ startsAt: inDays(110), city: 'Filterstad' }, { publishedAt: null })
  const learner = await signedIn()
  const ids = async (filter: object) =>
    (await learner.json<DriverExam[]>('POST', `${examsPath}/filter`, filter)).map(
      ({ educationPartPracticalDriverExamId }) => educationPartPracticalDriverExamId,
    )
  expect(await ids({ cities: ['Filterstad'] })).toEqual([early.exam.id, late.exam.id])
  expect(await ids({ cities: ['Filterstad'], startDate: early.exam.heldOn, endDate: early.exam.heldOn })).toEqual([
    early.exam.id,
  ])
  expect(await ids({ educationIds: [late.education.id] })).toEqual([late.exam.id])
  expect(await ids({ responsibleId: early.examiner.id })).toEqual([early.exam.id])
  expect(await ids({ cities: ['Filterstad'], page: 2, pageSize: 1 })).toEqual([late.exam.id])
  expect(await ids({ cities: ['Filterstad'], managed: true })).toEqual([])
  const run = await early.examiner.fetch('POST', `${examsPath}/filter`, { cities: ['Filterstad'], managed: true })
  expect(await bodyOf(run)).toMatchObject([{ educationPartPracticalDriverExamId: early.exam.id }])
  expect((await learner.fetch('POST', `${examsPath}/filter`, { startDate: 'igår' })).status).toBe(400)
  expect(await learner.json<string[]>('GET', `${examsPath}/cities`)).toContain('Filterstad')
  const educations = await learner.json<{ id: number }[]>('GET', `${examsPath}/allEducationsWithPracticalDriverExams`)
  expect(educations.map(({ id }) => id)).toContain(early.education.id)
})

test('available examiners are responsible for the education, or teach its category', async () => {
  const { education, examiner } = await createExam()
  const other = await signedIn({ roles: { Educator: {} }, lastName: 'Annanstans' })
  const ask = async (body: object) =>
    examiner.json<PossibleExaminer[]>('POST', '/User/possibleEducatorsForPracticalDrivingExam', body)
  const found = (await ask({ educationId: education.id })).map(({ id }) => id)
  expect(found).toContain(examiner.id)
  expect(found).not.toContain(other.id)
  expect(await ask({ educationId: education.id, text: 'ingen heter så' })).toEqual([])
  const learner = await signedIn()
  const body = { educationId: education.id }
  expect((await learner.fetch('POST', '/User/possibleEducatorsForPracticalDrivingExam', body)).status).toBe(403)
})

test('no exam call exists while the feature is off', async () => {
  const { path, examiner } = await createExam()
  await configurePortal({ features: [] })
  expect((await examiner.fetch('GET', path)).status).toBe(404)
  await configurePortal({ features: ['PracticalDriverExamination'] })
  expect((await examiner.fetch('GET', path)).status).toBe(200)
})

test('the cost of a person’s exams does not grow with the exams of the federation', async () => {
  const reader = await createAdultDriver()
  await insertDriver(await createExam(), reader)
  const everything = { educationIds: [], cities: [], managed: false, page: 1, pageSize: 100 }
  const cost = () => countReads((db) => selectOwnExams(db, { userId: reader.id }, everything))
  const few = await cost()
  for (let at = 0; at < 20; at += 1) await insertDriver(await createExam(), await createAdultDriver())
  // Each of the twenty participants has two rows that the query could read.
  expect(await cost()).toBeLessThan(few + 10)
})
