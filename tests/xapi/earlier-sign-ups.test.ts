import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courseAttempts } from '#api/courses/xapi/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { partResult } from '../catalogue.ts'
import { createDigitalCourse } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { inDays, inHours } from '../time.ts'
import { openUnit } from './cmi5-unit.ts'
import { launchCourse, verb } from './course-launch.ts'

const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })

/** Lists whether each of a person's sign-ups is completed, the newest first. */
const listCompleted = async ({ id }: Person) =>
  (
    await query
      .select({ completed: educationPartResults.completed })
      .from(educationPartResults)
      .where(eq(educationPartResults.userId, id))
      .orderBy(desc(educationPartResults.id))
  ).map(({ completed }) => completed)

const signUp = ({ id }: Person, educationPartId: number, terms: Partial<Parameters<typeof partResult>[0]> = {}) => {
  const createdAt = terms.createdAt ?? new Date()
  return partResult({ userId: id, educationPartId, signedUpAt: createdAt, changedAt: createdAt, createdAt, ...terms })
}

const reevaluate = (educationPartId: number) =>
  office.json<{ completed: number }>('POST', '/Statements/reevaluate', { educationPartId })

const attemptsBeganAt = (person: Person, startedAt: Date) =>
  query.update(courseAttempts).set({ startedAt }).where(eq(courseAttempts.userId, person.id))

test('a part that is taken again is completed by what is done since, in an attempt of its own', async () => {
  const units = [{ moveOn: 'Passed' as const }, { moveOn: 'Passed' as const }]
  const { educationPartId } = await createDigitalCourse({ units })
  const person = await signedIn()
  await signUp(person, educationPartId)
  const pass = async (position: number) => {
    const unit = await openUnit(person, educationPartId, position)
    const passed = [unit.toStatement('initialized'), unit.toStatement('passed'), unit.toStatement('terminated')]
    return { mode: unit.data.launchMode, registration: unit.registration, status: await unit.post(...passed) }
  }
  const first = await pass(1)
  await pass(2)
  expect(await listCompleted(person)).toEqual([true])
  // The list of units still shows what was done, until the part is opened again.
  const list = await person.json<{ state: string }[]>('GET', `/Articulate/part/${educationPartId}/units`)
  expect(list.map(({ state }) => state)).toEqual(['done', 'done'])
  const path = `/Articulate/part/${educationPartId}`
  const opened = await person.json<{ signUp: string; units: { state: string }[] }>('GET', path)
  expect([opened.signUp, opened.units.map(({ state }) => state)]).toEqual(['needed', ['notStarted', 'notStarted']])
  await signUp(person, educationPartId)
  expect(await reevaluate(educationPartId)).toMatchObject({ completed: 0 })
  const again = await pass(1)
  expect(again).toMatchObject({ mode: 'Normal', status: 200 })
  expect(again.registration).not.toBe(first.registration)
  expect(await listCompleted(person)).toEqual([false, true])
  await pass(2)
  expect(await listCompleted(person)).toEqual([true, true])
})

test('a course that was opened for an earlier sign-up does not complete a later one', async () => {
  const { educationPartId } = await createDigitalCourse()
  const person = await signedIn()
  await signUp(person, educationPartId)
  const { launch, post } = await launchCourse(person, educationPartId)
  await post({ verb: verb('completed') })
  expect(await listCompleted(person)).toEqual([true])
  await signUp(person, educationPartId)
  expect((await post({ verb: verb('completed') })).status).toBe(200)
  expect(await listCompleted(person)).toEqual([false, true])
  const later = await launchCourse(person, educationPartId)
  expect(later.launch.registration).not.toBe(launch.registration)
  const context = { registration: launch.registration }
  await later.post({ verb: verb('completed'), context })
  expect(await listCompleted(person)).toEqual([false, true])
  await later.post({ verb: verb('completed') })
  expect(await listCompleted(person)).toEqual([true, true])
})

test('what was done for a sign-up that was left on an earlier day does not count', async () => {
  const { educationPartId } = await createDigitalCourse({ completionRule: 'both' })
  const person = await signedIn()
  const before = await launchCourse(person, educationPartId)
  await before.post({ verb: verb('completed') })
  await before.post({ verb: verb('passed') })
  await attemptsBeganAt(person, inDays(-3))
  await signUp(person, educationPartId, { createdAt: inDays(-3), canceled: true, canceledAt: inDays(-2) })
  await signUp(person, educationPartId)
  expect(await reevaluate(educationPartId)).toMatchObject({ completed: 0 })
  const { launch, post } = await launchCourse(person, educationPartId)
  expect(launch.registration).not.toBe(before.launch.registration)
  await post({ verb: verb('passed') })
  expect(await listCompleted(person)).toEqual([false, false])
  await post({ verb: verb('completed') })
  expect(await listCompleted(person)).toEqual([true, false])
})

test('who leaves and signs up again on the same day goes on where they were', async () => {
  const { educationPartId } = await createDigitalCourse({ completionRule: 'both' })
  const person = await signedIn()
  const left = await signUp(person, educationPartId, { createdAt: inDays(-3) })
  const before = await launchCourse(person, educationPartId)
  await before.post({ verb: verb('completed') })
  await attemptsBeganAt(person, inHours(-70))
  const cancellation = { canceled: true, changedAt: new Date() }
  await query.update(educationPartResults).set(cancellation).where(eq(educationPartResults.id, left))
  await signUp(person, educationPartId)
  const { launch, post } = await launchCourse(person, educationPartId)
  expect(launch.registration).toBe(before.launch.registration)
  await post({ verb: verb('passed') })
  expect(await listCompleted(person)).toEqual([true, false])
})
