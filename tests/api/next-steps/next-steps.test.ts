import { beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '#api/office/dashboard/contract.ts'
import type { OwnEducation, OwnProgress } from '#api/office/education-list/contract.ts'
import type { StartedEducationBlock } from '#api/participation/person-results/contract.ts'
import { submissionFiles, submissions } from '#api/participation/submissions/table.ts'
import { education, educationResult, occasion, part, partResult } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'

const now = new Date()
let course: number
let day: number
let essay: number

beforeAll(async () => {
  course = await part({ title: 'Webbkurs', type: 1 })
  day = await part({ title: 'Kursdag', type: 0 })
  essay = await part({ title: 'Uppgift', type: 3 })
})

const own = (person: Person, id: number) => person.json<OwnProgress>('GET', `/Educations/${id}/own`)

/** Reads the step and the count of parts on the education's page, and checks that every other screen says the same. */
async function stepOnAllScreens(person: Person, id: number) {
  const { step, partResults } = await own(person, id)
  const { started } = await person.json<Dashboard>('GET', '/Dashboard')
  const onDashboard = started.find(({ educationId }) => educationId === id)
  const blocks = await person.json<StartedEducationBlock[]>('GET', `/user/${person.id}/StartedEducations`)
  const { educations } = await person.json<{ educations: OwnEducation[] }>('GET', `/Educations/own?educationIds=${id}`)
  const counts = [onDashboard, blocks.find(({ educationId }) => educationId === id), educations[0]]
  if (onDashboard) expect(onDashboard.step).toEqual(step)
  const completed = new Set(partResults.flatMap((one) => (one.completed ? [one.educationPartId] : []))).size
  for (const one of counts) if (one) expect(one.partsCompleted).toBe(completed)
  return { step, partResults, isStarted: onDashboard !== undefined }
}

test('a part that was completed in another education counts and unlocks what comes after it', async () => {
  const person = await signedIn()
  const one = await education({ title: 'Flaggvakt racing', partIds: [course] })
  const other = await education({
    title: 'Flaggvakt karting',
    partIds: [course, day],
    dependencies: { [day]: [course] },
  })
  await occasion({ educationPartId: day, educationId: other, city: 'Kil', startsAt: inDays(9), endsAt: inDays(9.3) })
  const done = { userId: person.id, educationPartId: course, completed: true, completedAt: inDays(-9) }
  await partResult({ ...done, educationId: one })
  await educationResult({ userId: person.id, educationId: other })
  const { step, partResults, isStarted } = await stepOnAllScreens(person, other)
  expect(isStarted).toBe(true)
  expect(step).toMatchObject({ kind: 'choose', part: { id: day }, date: { city: 'Kil' } })
  expect(partResults).toMatchObject([{ elsewhere: { id: one, title: 'Flaggvakt racing' } }])
})

test('a booked or submitted part is pending', async () => {
  const person = await signedIn()
  const id = await education({ title: 'Banpreparering', partIds: [day] })
  const startsAt = inDays(5)
  const booked = await occasion({ educationPartId: day, city: 'Eskilstuna', startsAt, endsAt: inDays(6) })
  await partResult({ userId: person.id, educationPartId: day, educationId: id, occasionId: booked })
  const { step } = await stepOnAllScreens(person, id)
  expect(step).toMatchObject({ kind: 'attend', date: { city: 'Eskilstuna', startDate: startsAt.toISOString() } })
  const written = await education({ title: 'Domare', partIds: [essay] })
  const resultId = await partResult({ userId: person.id, educationPartId: essay, educationId: written })
  expect((await stepOnAllScreens(person, written)).step.kind).toBe('submit')
  const { query } = database()
  const stamps = { statusChangedAt: now, uploadedAt: now, createdAt: now, changedAt: now }
  const about = { userId: person.id, educationPartResultId: resultId, educationPartId: essay, educationId: written }
  await query.insert(submissions).values({ id: 1, ...about, status: 1, version: 1, ...stamps })
  const file = { submissionId: 1, version: 1, name: 'svar.pdf', contentType: 'application/pdf', size: 1, key: 'k' }
  await query.insert(submissionFiles).values({ ...file, uploadedAt: now })
  expect((await stepOnAllScreens(person, written)).step.kind).toBe('awaitReview')
  await query.update(submissions).set({ status: 3 })
  expect((await stepOnAllScreens(person, written)).step.kind).toBe('resubmit')
})

test('an external person is first informed that the education is not for them', async () => {
  const outsider = await signedIn({ isExternal: true })
  const before = await education({ title: 'Tävlingsledare B' })
  const id = await education({
    title: 'Tävlingsledare A',
    partIds: [course],
    prerequisiteIds: [before],
    blockedForExternalUsers: true,
  })
  expect((await stepOnAllScreens(outsider, id)).step).toMatchObject({
    kind: 'barred',
    reason: 'external',
    before: null,
  })
  const member = await signedIn()
  expect((await stepOnAllScreens(member, id)).step).toMatchObject({ kind: 'completeFirst', before: { id: before } })
})

test('a renewal starts from the first part', async () => {
  const person = await signedIn()
  const id = await education({ title: 'Förnyas', partIds: [course] })
  await partResult({ userId: person.id, educationPartId: course, completed: true, completedAt: inDays(-9) })
  await educationResult({ userId: person.id, educationId: id, completed: true, completedAt: inDays(-9) })
  expect((await own(person, id)).step.kind).toBe('completed')
  await educationResult({ userId: person.id, educationId: id })
  expect(await own(person, id)).toMatchObject({ step: { kind: 'start' }, renewedFrom: expect.any(String) })
})
