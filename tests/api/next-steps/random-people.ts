import fc from 'fast-check'
import { submissionFiles, submissions } from '#api/participation/submissions/table.ts'
import { educationResult, partResult } from '../../catalogue.ts'
import { createAdult } from '../../guardians.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'
import type { SmallCatalogue } from './random-catalogue.ts'
import { insertGuardianLink, insertHold, insertQueue } from './random-seats.ts'

const standing = fc.record({
  state: fc.constantFrom('none', 'none', 'none', 'signedUp', 'waiting', 'completed', 'canceled', 'reserved'),
  /** Which education and which date of the part, counted in a circle. */
  at: fc.nat(9),
  daysAgo: fc.integer({ min: 1, max: 400 }),
  submission: fc.constantFrom(null, 1, 2, 3, 4, 5),
})

/** A person's birth date, membership, guardian, and standing in each part and education of the catalogue. */
export const anyPerson = fc.record({
  birthOn: fc.constantFrom(null, '1990-01-01', '2011-05-05'),
  isExternal: fc.constantFrom(false, false, true),
  hasGuardian: fc.boolean(),
  parts: fc.array(standing, { minLength: 5, maxLength: 5 }),
  educations: fc.array(fc.constantFrom('none', 'none', 'none', 'started', 'completed'), { minLength: 7, maxLength: 7 }),
  /** Standing in the set of tied occasions, for a person without results in its parts. */
  set: fc.constantFrom('none', 'signedUp', 'reserved'),
  /** Place in the queue of a full occasion, for a person without results in its part. */
  queue: fc.constantFrom('none', 'waiting', 'offered'),
})
export type RandomPerson = typeof anyPerson extends fc.Arbitrary<infer Value> ? Value : never
type RandomStanding = RandomPerson['parts'][number]

const isChild = ({ birthOn }: Pick<RandomPerson, 'birthOn'>) => birthOn === '2011-05-05'

async function insertSubmission(
  userId: number,
  resultId: number,
  educationPartId: number,
  educationId: number,
  status: number,
) {
  const stamps = { statusChangedAt: new Date(), uploadedAt: new Date(), createdAt: new Date(), changedAt: new Date() }
  const about = { userId, educationPartResultId: resultId, educationPartId, educationId }
  const { query } = database()
  const [row] = await query
    .insert(submissions)
    // The status is one of the numbers that the type allows.
    .values({ ...about, ...stamps, status: status as 1, version: 1 })
    .returning({ id: submissions.id })
  const file = { submissionId: row?.id ?? 0, version: 1, name: 'svar.pdf', contentType: 'application/pdf', size: 1 }
  await query.insert(submissionFiles).values({ ...file, key: `random-${resultId}`, uploadedAt: new Date() })
}

interface Circumstances {
  guardianId: number | null
  mayDrive: boolean
  /** Ids of the educations in which the person has an unfinished payment; one each. */
  paidIds: Set<number>
}

async function insertStanding(
  userId: number,
  { id, type, occasionIds, examId, educationIds, openEducationIds }: SmallCatalogue['parts'][number],
  { state, at, daysAgo, submission }: RandomStanding,
  { guardianId, mayDrive, paidIds }: Circumstances,
) {
  const educationId = educationIds[at % educationIds.length]
  if (state === 'none' || educationId === undefined || (type === 2 && !mayDrive)) return
  const occasionId = occasionIds[at % occasionIds.length] ?? null
  if (state === 'reserved') {
    const seats = [{ occasionId, educationPartId: id }]
    const paidId = openEducationIds[at % openEducationIds.length]
    if (paidId === undefined || paidIds.has(paidId)) return
    paidIds.add(paidId)
    await insertHold(userId, { educationId: paidId, seats, guardianId })
    return
  }
  const done = state === 'completed'
  const canceled = state === 'canceled'
  const resultId = await partResult({
    userId,
    educationPartId: id,
    educationId,
    completed: done,
    completedAt: done ? inDays(-daysAgo) : null,
    guardianUserId: guardianId,
    signedUpAt: state === 'waiting' ? null : inDays(-daysAgo - 1),
    canceled,
    canceledAt: canceled ? new Date() : null,
    occasionId: done ? null : occasionId,
    practicalDriverExamId: done ? null : examId,
  })
  if (type === 3 && submission !== null && state === 'signedUp')
    await insertSubmission(userId, resultId, id, educationId, submission)
}

async function insertSet(
  userId: number,
  { set, parts: own }: RandomPerson,
  { tied, parts }: SmallCatalogue,
  guardianId: number | null,
) {
  const isUntouched = tied.seats.every(({ educationPartId }) => {
    const at = parts.findIndex(({ id }) => id === educationPartId)
    return own[at]?.state === 'none'
  })
  if (!isUntouched || set === 'none') return false
  const { educationId, seats } = tied
  if (set === 'reserved') await insertHold(userId, { educationId, seats, guardianId })
  else for (const seat of seats) await partResult({ userId, educationId, ...seat })
  return true
}

/** A person with the guardian whose start page shows them; null for an adult, and for a child without one. */
export interface InsertedPerson {
  person: Person
  guardian: Person | null
  isExternal: boolean
}

/** Inserts the person with all results, payments, queues and the guardian. */
export async function insertPerson(one: RandomPerson, catalogue: SmallCatalogue): Promise<InsertedPerson> {
  const { birthOn, isExternal } = one
  const person = await signedIn({ birthOn, isExternal })
  const guardian = isChild(one) && one.hasGuardian ? await createAdult() : null
  if (guardian) await insertGuardianLink(guardian, person)
  const guardianId = guardian?.id ?? null
  // The database lets no minor drive without a guardian.
  const mayDrive = birthOn !== null && (guardian !== null || !isChild(one))
  const paidIds = new Set<number>()
  const { parts, educationIds, queue } = catalogue
  for (const [at, part] of parts.entries()) {
    const standing = one.parts[at]
    if (standing) await insertStanding(person.id, part, standing, { guardianId, mayDrive, paidIds })
  }
  const inSet = await insertSet(person.id, one, catalogue, guardianId)
  const queuedAt = parts.findIndex(({ id }) => id === queue.educationPartId)
  if (!inSet && one.queue !== 'none' && one.parts[queuedAt]?.state === 'none')
    await insertQueue(person.id, queue, one.queue === 'offered')
  for (const [at, educationId] of educationIds.entries()) {
    const state = one.educations[at]
    if (state === 'none' || state === undefined) continue
    const completed = state === 'completed'
    const completedAt = completed ? inDays(-at - 1) : null
    await educationResult({ userId: person.id, educationId, completed, completedAt })
  }
  return { person, guardian, isExternal }
}
