import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import type { DriverExamResult, OwnDriverExam } from '#api/participation/exam-results/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { dependOn, educationResult } from '../../catalogue.ts'
import { configurePortal } from '../../configuration.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'
import { readRefusal } from '../results/fixtures.ts'
import {
  birthDateTurning,
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

let scene: ExamFixture
beforeEach(async () => {
  scene = await createExam()
})

const signUp = (who: Person, of: Person = who, more = {}) => who.fetch('POST', scene.path, { userId: of.id, ...more })
const signedUp = async (who: Person, of: Person = who, more = {}) =>
  bodyOf<DriverExamResult>(await signUp(who, of, more))
const assign = (who: Person, child: Person, guardian: Person) =>
  who.fetch('PUT', `${scene.path}/assignguardian`, { adultUserId: guardian.id, childUserId: child.id })

test('a guardian is notified of approval, removal and the result of a child’s exam', async () => {
  const scenes = { coming: scene, past: await createExam({ startsAt: inDays(-0.1) }) }
  const email = `helena-${scene.exam.id}@guardian.example`
  const [child, helena] = [await createMinor(), await signedIn({ birthOn: '1983-05-01', email })]
  await linkGuardian(helena, child)
  const noticesOf = async ({ id }: Person) =>
    (await database().query.select().from(notices).where(eq(notices.userId, id)).orderBy(notices.id)).map(
      ({ kind, values }) => [kind, values['child'] ?? null],
    )
  const pending = await insertDriver(scenes.coming, child, { signedUpAt: null, guardianUserId: helena.id })
  const { examiner, path } = scenes.coming
  const approved = [{ resultId: pending.id, userId: child.id, signUpDate: new Date() }]
  expect((await examiner.fetch('PUT', `${path}/results`, approved)).status).toBe(200)
  expect((await examiner.fetch('DELETE', `${path}/results/${child.id}/${pending.id}`)).status).toBe(204)
  const driven = await insertDriver(scenes.past, child, { guardianUserId: helena.id })
  const failed = [{ resultId: driven.id, userId: child.id, protocol: toProtocol(false, [1]) }]
  expect((await scenes.past.examiner.fetch('PUT', `${scenes.past.path}/results`, failed)).status).toBe(200)
  const kinds = ['signUpApproved', 'signUpCanceled', 'examFailed']
  expect(await noticesOf(child)).toEqual(kinds.map((kind) => [kind, null]))
  expect(await noticesOf(helena)).toEqual(kinds.map((kind) => [kind, expect.stringMatching(/\S/)]))
  const mails = await database().query.select().from(outboxMails).where(eq(outboxMails.recipient, email))
  for (const { body } of mails) expect(body).toMatch(/\d{2}:\d{2}, .*Karlstad/)
  expect(mails.at(-1)?.body).toMatch(/blev inte godkänd på .+, \S+dag .+, Karlstad den här gången\./)
})

describe('signing up', () => {
  test('an adult is signed up at once, and only once', async () => {
    const driver = await createAdultDriver()
    expect(await signedUp(driver)).toMatchObject({
      state: 'signedUp',
      mustHaveGuardian: false,
      approved: false,
      note: null,
    })
    expect(await readRefusal(await signUp(driver))).toEqual([409, 'already_signed_up'])
    expect(await driver.json('GET', `/user/${driver.id}/bookedpracticaldriverexams`)).toMatchObject([
      { educationPartPracticalDriverExamId: scene.exam.id, result: { userId: driver.id } },
    ])
  })

  test('a minor without a guardian waits, and is signed up when one is assigned', async () => {
    const [child, helena] = [await createMinor(), await createAdult()]
    expect(await signedUp(child)).toMatchObject({ state: 'pending', guardianMissing: true, signUpDate: null })
    const assigned = await bodyOf<DriverExamResult>(await assign(child, child, helena))
    expect(assigned).toMatchObject({ state: 'signedUp', guardianMissing: false, guardianUserId: helena.id })
    expect((await listAuditEntries('result'))[0]).toMatchObject({ action: 'guardian.assigned', userId: child.id })
  })

  test('a minor with one guardian is accompanied by that one, who may also make the sign-up', async () => {
    const [child, helena] = [await createMinor(), await createAdult()]
    await linkGuardian(helena, child)
    expect(await signedUp(helena, child)).toMatchObject({
      state: 'signedUp',
      guardianUserId: helena.id,
      registeredByUserId: helena.id,
    })
  })

  test('nobody signs up another person’s child', async () => {
    const [child, stranger] = [await createMinor(), await createAdult()]
    await linkGuardian(stranger, child, false)
    expect((await signUp(stranger, child)).status).toBe(403)
    expect((await signUp(await createAdultDriver(), child)).status).toBe(403)
    const others = await signedIn({ roles: { Educator: {} } })
    expect((await signUp(others, child)).status).toBe(403)
    expect(await readRefusal(await signUp(scene.examiner, child))).toEqual([409, 'invitation_needed'])
    await educationResult({ userId: child.id, educationId: scene.education.id })
    expect((await signUp(scene.examiner, child)).status).toBe(200)
  })

  test('each refusal is returned, and the dialog’s call returns the same', async () => {
    const driver = await createAdultDriver()
    const offer = async () => driver.json<{ reason: string | null }>('GET', `${scene.path}/canUserSignUp/${driver.id}`)
    expect(await offer()).toMatchObject({ allowed: true, reason: null })
    scene = await createExam({ lastSignUpAt: inDays(-1) })
    expect([await readRefusal(await signUp(driver)), (await offer()).reason]).toEqual([
      [409, 'sign_up_closed'],
      'sign_up_closed',
    ])
    scene = await createExam({ startsAt: inDays(-0.01) })
    expect(await readRefusal(await signUp(driver))).toEqual([409, 'occasion_started'])
    scene = await createExam({ canceledAt: inDays(-1) })
    expect(await readRefusal(await signUp(driver))).toEqual([409, 'occasion_canceled'])
    scene = await createExam({ blockedForExternalUsers: true })
    expect(await readRefusal(await signUp(await signedIn({ isExternal: true, birthOn: '1990-01-01' })))).toEqual([
      409,
      'external_blocked',
    ])
    scene = await createExam({}, { publishedAt: null })
    expect(await readRefusal(await signUp(driver))).toEqual([409, 'not_published'])
    scene = await createExam()
    const before = await createExam()
    await dependOn(scene.education.id, scene.exam.educationPartId, before.exam.educationPartId)
    expect(await readRefusal(await signUp(driver))).toEqual([409, 'prerequisites_missing'])
    expect((await driver.fetch('POST', `${examsPath}/999999`, { userId: driver.id })).status).toBe(404)
  })

  test('the last seat goes to one person', async () => {
    scene = await createExam({ maxParticipants: 1 })
    const people = await Promise.all([
      createAdultDriver(),
      createAdultDriver(),
      createAdultDriver(),
      createAdultDriver(),
    ])
    const answers = await Promise.all(people.map((person) => signUp(person)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('the age on the day of the exam decides whether a guardian is needed', async () => {
    scene = await createExam({ startsAt: inDays(14) })
    const needs = async (birthOn: string | null) => {
      const driver = await signedIn({ birthOn })
      return driver.json('POST', `${scene.path}/${driver.id}/musthaveguardian`)
    }
    expect(await needs(birthDateTurning(18, 15))).toBe(true)
    expect(await needs(birthDateTurning(18, 14))).toBe(false)
    expect(await needs(null)).toBe(true)
    const other = await createMinor()
    expect((await (await createAdultDriver()).fetch('POST', `${scene.path}/${other.id}/musthaveguardian`)).status).toBe(
      403,
    )
  })

  test('the earliest open exam of an education is offered', async () => {
    const driver = await createAdultDriver()
    const path = `${examsPath}/canUserSignUpToEducation/${scene.education.id}/${driver.id}`
    expect(await driver.json('GET', path)).toMatchObject({ allowed: true, examId: scene.exam.id })
    const without = `${examsPath}/canUserSignUpToEducation/999999/${driver.id}`
    expect(await driver.json('GET', without)).toMatchObject({
      allowed: false,
      reason: 'no_exams',
      examId: null,
    })
    const over = await createExam({ canceledAt: inDays(-1) })
    const ofOver = `${examsPath}/canUserSignUpToEducation/${over.education.id}/${driver.id}`
    expect(await driver.json('GET', ofOver)).toMatchObject({ reason: 'no_exams', examId: null })
  })
})

describe('a guardian', () => {
  test('is an adult other than the driver, and of the federation unless the organiser decides otherwise', async () => {
    const child = await createMinor()
    await signedUp(child)
    expect(await readRefusal(await assign(child, child, child))).toEqual([409, 'guardian_of_self'])
    expect(await readRefusal(await assign(child, child, await signedIn({ birthOn: birthDateTurning(18, 1) })))).toEqual(
      [409, 'guardian_not_adult'],
    )
    expect(await readRefusal(await assign(child, child, await signedIn()))).toEqual([409, 'guardian_not_adult'])
    const external = await signedIn({ birthOn: '1980-01-01', isExternal: true })
    expect(await readRefusal(await assign(child, child, external))).toEqual([409, 'guardian_external'])
    expect((await assign(scene.examiner, child, external)).status).toBe(200)
    const inactive = await signedIn({ birthOn: '1980-01-01', inactiveAt: new Date() })
    expect((await assign(child, child, inactive)).status).toBe(404)
  })

  test('is not for an adult driver, and not assigned by other people', async () => {
    const driver = await createAdultDriver()
    await signedUp(driver)
    expect(await readRefusal(await assign(driver, driver, await createAdult()))).toEqual([409, 'guardian_of_adult'])
    const child = await createMinor()
    await signedUp(child)
    expect((await assign(await createAdult(), child, await createAdult())).status).toBe(404)
    expect((await assign(child, await createMinor(), await createAdult())).status).toBe(404)
  })

  test('is notified, and reads the sign-up but not the results of the child', async () => {
    const child = await createMinor()
    const helena = await signedIn({ birthOn: '1983-05-01', email: `helena-${scene.exam.id}@test.example` })
    await signedUp(child)
    await assign(child, child, helena)
    const mails = (await database().query.select().from(outboxMails)).filter(({ recipient }) =>
      recipient.startsWith(`helena-${scene.exam.id}@`),
    )
    expect(mails.map(({ subject }) => subject)).toEqual(['Du är angiven som vårdnadshavare för Test Ung'])
    const seen = await helena.json<DriverExamResult[]>('GET', `${scene.path}/results`)
    expect(seen).toMatchObject([{ userId: child.id, state: 'signedUp', protocol: null, age: null, mayAct: false }])
    expect((await helena.fetch('GET', `/user/${child.id}/bookedpracticaldriverexams`)).status).toBe(403)
    const own = await helena.json<OwnDriverExam[]>('POST', `${examsPath}/filter/MyPracticalDriverExaminationsList`, {})
    expect(own).toMatchObject([{ roles: ['guardian'], results: [{ userId: child.id }] }])
  })

  test('cancels before the exam, as the child may; afterwards only its organiser does', async () => {
    const [child, helena] = [await createMinor(), await createAdult()]
    await linkGuardian(helena, child)
    const { resultId } = await signedUp(child)
    const address = `${scene.path}/results/${child.id}/${resultId}`
    expect((await (await createAdult()).fetch('DELETE', address)).status).toBe(404)
    expect((await helena.fetch('DELETE', address)).status).toBe(204)
    scene = await createExam({ startsAt: inDays(-1) })
    const row = await insertDriver(scene, child, { guardianUserId: helena.id })
    const past = `${scene.path}/results/${child.id}/${row.id}`
    expect(await readRefusal(await helena.fetch('DELETE', past))).toEqual([409, 'cancel_closed'])
    expect((await scene.examiner.fetch('DELETE', past)).status).toBe(204)
    expect((await scene.examiner.fetch('DELETE', past)).status).toBe(404)
  })
})

describe('the search for adults', () => {
  const search = (who: Person, child: Person, searchString: string) =>
    who.fetch('POST', `${examsPath}/searchAdults`, { searchString, childUserId: child.id })

  test('finds at most ten adults, by name only, and is recorded', async () => {
    const child = await createMinor()
    const name = `Sökbar${scene.exam.id}`
    for (let index = 0; index < 11; index++)
      await signedIn({ firstName: name, lastName: `Nr ${index}`, birthOn: '1980-01-01' })
    await signedIn({ firstName: name, lastName: 'Barn', birthOn: birthDateTurning(12, 0) })
    await signedIn({ firstName: name, lastName: 'Utan ålder' })
    await signedIn({ firstName: 'Nej', lastName: 'Nej', birthOn: '1980-01-01', email: `${name}@test.example` })
    const found = await bodyOf<object[]>(await search(child, child, name))
    expect(found).toHaveLength(10)
    expect(Object.keys(found[0] ?? {}).sort()).toEqual(['id', 'name', 'organizationNames'])
    expect((await listAuditEntries('user'))[0]).toMatchObject({
      action: 'guardian.searched',
      userId: child.id,
      targetId: String(child.id),
    })
  })

  test('requires three letters, and a child that the caller may sign up', async () => {
    const child = await createMinor()
    expect((await search(child, child, 'An')).status).toBe(400)
    expect((await search(child, child, '12 34 5')).status).toBe(400)
    expect((await search(await createAdult(), child, 'Anna')).status).toBe(403)
    expect((await search(scene.examiner, child, 'Anna')).status).toBe(403)
    const row = await insertDriver(scene, child, { signedUpAt: null })
    expect((await search(scene.examiner, child, 'Anna')).status).toBe(200)
    expect((await search((await createExam()).examiner, child, 'Anna')).status).toBe(403)
    await database()
      .query.update(educationPartResults)
      .set({ canceled: true })
      .where(eq(educationPartResults.id, row.id))
    expect((await search(scene.examiner, child, 'Anna')).status).toBe(403)
    const driver = await createAdultDriver()
    expect(await readRefusal(await search(driver, driver, 'Anna'))).toEqual([409, 'guardian_of_adult'])
  })

  test('is limited to thirty in ten minutes', async () => {
    const child = await createMinor()
    for (let made = 0; made < 30; made++) expect((await search(child, child, 'Ingen')).status).toBe(200)
    expect(await readRefusal(await search(child, child, 'Ingen'))).toEqual([429, 'too_many_requests'])
  })

  test('refuses a child out of reach as it refuses nobody, and counts what it refuses', async () => {
    const [educator, stranger] = [(await createExam()).examiner, await createMinor()]
    const nobody = { ...stranger, id: 987_654 }
    for (const child of [stranger, nobody, await createAdultDriver()])
      expect(await readRefusal(await search(educator, child, 'Anna'))).toEqual([403, 'not_allowed'])
    for (let made = 3; made < 30; made++) await search(educator, stranger, 'Anna')
    expect(await readRefusal(await search(educator, stranger, 'Anna'))).toEqual([429, 'too_many_requests'])
  })
})
