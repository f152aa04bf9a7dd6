import { beforeEach, describe, expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { DriverExamResult, OwnDriverExam } from '#api/participation/exam-results/contract.ts'
import { bodyOf } from '../../answers.ts'
import { auditOf } from '../../audit.ts'
import { dependOn, educationResult } from '../../catalogue.ts'
import { configure } from '../../configuration.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import { refusalOf } from '../results/scene.ts'
import { adult, anExam, base, driverOn, grownUp, linked, minor, type Scene, turning } from './scene.ts'

await configure({ features: ['PracticalDriverExamination'] })

let scene: Scene
beforeEach(async () => {
  scene = await anExam()
})

const signUp = (who: Person, of: Person = who, more = {}) => who.fetch('POST', scene.path, { userId: of.id, ...more })
const signedUp = async (who: Person, of: Person = who, more = {}) =>
  bodyOf<DriverExamResult>(await signUp(who, of, more))
const assign = (who: Person, child: Person, guardian: Person) =>
  who.fetch('PUT', `${scene.path}/assignguardian`, { adultUserId: guardian.id, childUserId: child.id })

describe('signing up', () => {
  test('somebody of age stands at once, and only once', async () => {
    const driver = await grownUp()
    expect(await signedUp(driver)).toMatchObject({
      state: 'signedUp',
      mustHaveGuardian: false,
      approved: false,
      note: null,
    })
    expect(await refusalOf(await signUp(driver))).toEqual([409, 'already_signed_up'])
    expect(await driver.json('GET', `/user/${driver.id}/bookedpracticaldriverexams`)).toMatchObject([
      { educationPartPracticalDriverExamId: scene.exam.id, result: { userId: driver.id } },
    ])
  })

  test('a minor without a guardian waits, and stands when one is assigned', async () => {
    const [child, helena] = [await minor(), await adult()]
    expect(await signedUp(child)).toMatchObject({ state: 'pending', guardianMissing: true, signUpDate: null })
    const assigned = await bodyOf<DriverExamResult>(await assign(child, child, helena))
    expect(assigned).toMatchObject({ state: 'signedUp', guardianMissing: false, guardianUserId: helena.id })
    expect((await auditOf('result'))[0]).toMatchObject({ action: 'guardian.assigned', userId: child.id })
  })

  test('a minor with one guardian comes with that one, and the guardian signs up too', async () => {
    const [child, helena] = [await minor(), await adult()]
    await linked(helena, child)
    expect(await signedUp(helena, child)).toMatchObject({
      state: 'signedUp',
      guardianUserId: helena.id,
      registeredByUserId: helena.id,
    })
  })

  test('nobody signs up another’s child', async () => {
    const [child, stranger] = [await minor(), await adult()]
    await linked(stranger, child, false)
    expect((await signUp(stranger, child)).status).toBe(403)
    expect((await signUp(await grownUp(), child)).status).toBe(403)
    const others = await signedIn({ roles: { Educator: {} } })
    expect((await signUp(others, child)).status).toBe(403)
    expect(await refusalOf(await signUp(scene.examiner, child))).toEqual([409, 'invitation_needed'])
    await educationResult({ userId: child.id, educationId: scene.education.id })
    expect((await signUp(scene.examiner, child)).status).toBe(200)
  })

  test('each reason against it is returned, and the dialog’s call returns the same', async () => {
    const driver = await grownUp()
    const offer = async () => driver.json<{ reason: string | null }>('GET', `${scene.path}/canUserSignUp/${driver.id}`)
    expect(await offer()).toMatchObject({ allowed: true, reason: null })
    scene = await anExam({ lastSignUpAt: inDays(-1) })
    expect([await refusalOf(await signUp(driver)), (await offer()).reason]).toEqual([
      [409, 'sign_up_closed'],
      'sign_up_closed',
    ])
    scene = await anExam({ startsAt: inDays(-0.01) })
    expect(await refusalOf(await signUp(driver))).toEqual([409, 'occasion_started'])
    scene = await anExam({ canceledAt: inDays(-1) })
    expect(await refusalOf(await signUp(driver))).toEqual([409, 'occasion_canceled'])
    scene = await anExam({ blockedForExternalUsers: true })
    expect(await refusalOf(await signUp(await signedIn({ isExternal: true, birthOn: '1990-01-01' })))).toEqual([
      409,
      'external_blocked',
    ])
    scene = await anExam({}, { publishedAt: null })
    expect(await refusalOf(await signUp(driver))).toEqual([409, 'not_published'])
    scene = await anExam()
    const before = await anExam()
    await dependOn(scene.education.id, scene.exam.educationPartId, before.exam.educationPartId)
    expect(await refusalOf(await signUp(driver))).toEqual([409, 'prerequisites_missing'])
    expect((await driver.fetch('POST', `${base}/999999`, { userId: driver.id })).status).toBe(404)
  })

  test('the last place is one person’s', async () => {
    scene = await anExam({ maxParticipants: 1 })
    const people = await Promise.all([grownUp(), grownUp(), grownUp(), grownUp()])
    const answers = await Promise.all(people.map((person) => signUp(person)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('whether a guardian is needed is of the day of the examination', async () => {
    scene = await anExam({ startsAt: inDays(14) })
    const needs = async (birthOn: string | null) => {
      const driver = await signedIn({ birthOn })
      return driver.json('POST', `${scene.path}/${driver.id}/musthaveguardian`)
    }
    expect(await needs(turning(18, 15))).toBe(true)
    expect(await needs(turning(18, 14))).toBe(false)
    expect(await needs(null)).toBe(true)
    const other = await minor()
    expect((await (await grownUp()).fetch('POST', `${scene.path}/${other.id}/musthaveguardian`)).status).toBe(403)
  })

  test('an education’s soonest open examination is asked about', async () => {
    const driver = await grownUp()
    const path = `${base}/canUserSignUpToEducation/${scene.education.id}/${driver.id}`
    expect(await driver.json('GET', path)).toMatchObject({ allowed: true, examId: scene.exam.id })
    const without = `${base}/canUserSignUpToEducation/999999/${driver.id}`
    expect(await driver.json('GET', without)).toMatchObject({
      allowed: false,
      reason: 'no_exams',
      examId: null,
    })
  })
})

describe('a guardian', () => {
  test('is an adult, another than the driver, and of the federation unless the organiser says so', async () => {
    const child = await minor()
    await signedUp(child)
    expect(await refusalOf(await assign(child, child, child))).toEqual([409, 'guardian_of_self'])
    expect(await refusalOf(await assign(child, child, await signedIn({ birthOn: turning(18, 1) })))).toEqual([
      409,
      'guardian_not_adult',
    ])
    expect(await refusalOf(await assign(child, child, await signedIn()))).toEqual([409, 'guardian_not_adult'])
    const external = await signedIn({ birthOn: '1980-01-01', isExternal: true })
    expect(await refusalOf(await assign(child, child, external))).toEqual([409, 'guardian_external'])
    expect((await assign(scene.examiner, child, external)).status).toBe(200)
    const gone = await signedIn({ birthOn: '1980-01-01', inactiveAt: new Date() })
    expect((await assign(child, child, gone)).status).toBe(404)
  })

  test('is not for somebody of age, and not assigned by strangers', async () => {
    const driver = await grownUp()
    await signedUp(driver)
    expect(await refusalOf(await assign(driver, driver, await adult()))).toEqual([409, 'guardian_of_adult'])
    const child = await minor()
    await signedUp(child)
    expect((await assign(await adult(), child, await adult())).status).toBe(404)
    expect((await assign(child, await minor(), await adult())).status).toBe(404)
  })

  test('is notified, and reads that sign-up but nothing that is written about the child', async () => {
    const child = await minor()
    const helena = await signedIn({ birthOn: '1983-05-01', email: `helena-${scene.exam.id}@test.example` })
    await signedUp(child)
    await assign(child, child, helena)
    const mails = (await database().query.select().from(outboxMails)).filter(({ recipient }) =>
      recipient.startsWith(`helena-${scene.exam.id}@`),
    )
    expect(mails.map(({ subject }) => subject)).toEqual(['Du är angiven som vårdnadshavare'])
    const seen = await helena.json<DriverExamResult[]>('GET', `${scene.path}/results`)
    expect(seen).toMatchObject([{ userId: child.id, state: 'signedUp', protocol: null, age: null, mayAct: false }])
    expect((await helena.fetch('GET', `/user/${child.id}/bookedpracticaldriverexams`)).status).toBe(403)
    const own = await helena.json<OwnDriverExam[]>('POST', `${base}/filter/MyPracticalDriverExaminationsList`, {})
    expect(own).toMatchObject([{ roles: ['guardian'], results: [{ userId: child.id }] }])
  })

  test('signs the child off before the examination, as the child does; afterwards only who runs it', async () => {
    const [child, helena] = [await minor(), await adult()]
    await linked(helena, child)
    const { resultId } = await signedUp(child)
    const address = `${scene.path}/results/${child.id}/${resultId}`
    expect((await (await adult()).fetch('DELETE', address)).status).toBe(404)
    expect((await helena.fetch('DELETE', address)).status).toBe(204)
    scene = await anExam({ startsAt: inDays(-1) })
    const row = await driverOn(scene, child, { guardianUserId: helena.id })
    const past = `${scene.path}/results/${child.id}/${row.id}`
    expect(await refusalOf(await helena.fetch('DELETE', past))).toEqual([409, 'cancel_closed'])
    expect((await scene.examiner.fetch('DELETE', past)).status).toBe(204)
    expect((await scene.examiner.fetch('DELETE', past)).status).toBe(404)
  })
})

describe('the search for adults', () => {
  const search = (who: Person, child: Person, searchString: string) =>
    who.fetch('POST', `${base}/searchAdults`, { searchString, childUserId: child.id })

  test('finds adults by name alone, ten at most, and is in the log', async () => {
    const child = await minor()
    const name = `Sökbar${scene.exam.id}`
    for (let index = 0; index < 11; index++)
      await signedIn({ firstName: name, lastName: `Nr ${index}`, birthOn: '1980-01-01' })
    await signedIn({ firstName: name, lastName: 'Barn', birthOn: turning(12, 0) })
    await signedIn({ firstName: name, lastName: 'Utan ålder' })
    await signedIn({ firstName: 'Nej', lastName: 'Nej', birthOn: '1980-01-01', email: `${name}@test.example` })
    const found = await bodyOf<object[]>(await search(child, child, name))
    expect(found).toHaveLength(10)
    expect(Object.keys(found[0] ?? {}).sort()).toEqual(['id', 'name', 'organizationNames'])
    expect((await auditOf('user'))[0]).toMatchObject({
      action: 'guardian.searched',
      userId: child.id,
      targetId: String(child.id),
    })
  })

  test('requires three letters, and a child that the caller may sign up', async () => {
    const child = await minor()
    expect((await search(child, child, 'An')).status).toBe(400)
    expect((await search(child, child, '12 34 5')).status).toBe(400)
    expect((await search(await adult(), child, 'Anna')).status).toBe(403)
    expect((await search(scene.examiner, child, 'Anna')).status).toBe(200)
    const driver = await grownUp()
    expect(await refusalOf(await search(driver, driver, 'Anna'))).toEqual([409, 'guardian_of_adult'])
  })

  test('stops after thirty in ten minutes', async () => {
    const child = await minor()
    for (let made = 0; made < 30; made++) expect((await search(child, child, 'Ingen')).status).toBe(200)
    expect(await refusalOf(await search(child, child, 'Ingen'))).toEqual([429, 'too_many_requests'])
  })
})
