import fc from 'fast-check'
import { submissionFiles, submissions } from '#api/participation/submissions/table.ts'
import { education, educationResult, occasion, part, partResult } from '../../catalogue.ts'
import { createLicense } from '../../licenses.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'

/** Educations that share parts, depend on each other and are not for everyone, with dates that are free, full and closed. */
export interface SmallCatalogue {
  parts: { id: number; type: 0 | 1 | 3; occasionIds: number[] }[]
  educationIds: number[]
  licenseIds: number[]
}

/** Inserts the catalogue, with a licence for each education. */
export async function insertCatalogue(office: Person): Promise<SmallCatalogue> {
  const web = await part({ title: 'Webbkurs', type: 1, feeMinor: 5000 })
  const day = await part({ title: 'Kursdag', type: 0 })
  const yard = await part({ title: 'Bandag', type: 0, feeMinor: 20_000 })
  const essay = await part({ title: 'Uppgift', type: 3 })
  const free = await occasion({ educationPartId: day, city: 'Kil', startsAt: inDays(9), feeMinor: 10_000 })
  const late = await occasion({ educationPartId: day, city: 'Arvika', startsAt: inDays(20) })
  const closed = await occasion({ educationPartId: yard, startsAt: inDays(4), lastSignUpAt: inDays(-1) })
  const small = await occasion({ educationPartId: yard, city: 'Sunne', startsAt: inDays(12), maxParticipants: 2000 })
  const grundId = await education({ title: 'Grund', partIds: [web, day], dependencies: { [day]: [web] } })
  const educationIds = [
    grundId,
    await education({ title: 'Karting', partIds: [web, yard], feeMinor: 30_000 }),
    await education({ title: 'Domare', partIds: [day, essay], prerequisiteIds: [grundId], minAge: 16 }),
    await education({ title: 'Teknik', partIds: [yard, essay], blockedForExternalUsers: true }),
    await education({ title: 'Junior', partIds: [essay, web], guardianRequiredUnderAge: 18 }),
  ]
  const licenseIds: number[] = []
  for (const id of educationIds) licenseIds.push((await createLicense(office, { requiredEducationIds: [id] })).id)
  return {
    parts: [
      { id: web, type: 1, occasionIds: [] },
      { id: day, type: 0, occasionIds: [free, late] },
      { id: yard, type: 0, occasionIds: [closed, small] },
      { id: essay, type: 3, occasionIds: [] },
    ],
    educationIds,
    licenseIds,
  }
}

const standing = fc.record({
  state: fc.constantFrom('none', 'none', 'signedUp', 'waiting', 'completed'),
  /** Which education and which date of the part, counted in a circle. */
  at: fc.nat(9),
  daysAgo: fc.integer({ min: 1, max: 400 }),
  submission: fc.constantFrom(null, 1, 2, 3, 4, 5),
})

/** A person's birth date, membership, and standing in each part and education of the catalogue. */
export const anyPerson = fc.record({
  birthOn: fc.constantFrom(null, '1990-01-01', '2011-05-05'),
  isExternal: fc.constantFrom(false, false, true),
  parts: fc.array(standing, { minLength: 4, maxLength: 4 }),
  educations: fc.array(fc.constantFrom('none', 'none', 'started', 'completed'), { minLength: 5, maxLength: 5 }),
})
export type RandomPerson = typeof anyPerson extends fc.Arbitrary<infer Value> ? Value : never

async function insertStanding(
  userId: number,
  { id, type, occasionIds }: SmallCatalogue['parts'][number],
  educationId: number,
  { state, at, daysAgo, submission }: RandomPerson['parts'][number],
) {
  const done = state === 'completed'
  const resultId = await partResult({
    userId,
    educationPartId: id,
    educationId,
    completed: done,
    completedAt: done ? inDays(-daysAgo) : null,
    signedUpAt: state === 'waiting' ? null : inDays(-daysAgo - 1),
    occasionId: done ? null : (occasionIds[at % occasionIds.length] ?? null),
  })
  if (type !== 3 || submission === null || state !== 'signedUp') return
  const stamps = { statusChangedAt: new Date(), uploadedAt: new Date(), createdAt: new Date(), changedAt: new Date() }
  const about = { userId, educationPartResultId: resultId, educationPartId: id, educationId }
  // The status is one of the numbers that the type allows.
  const status = submission as 1
  const { query } = database()
  const [row] = await query
    .insert(submissions)
    .values({ ...about, ...stamps, status, version: 1 })
    .returning({ id: submissions.id })
  const file = { submissionId: row?.id ?? 0, version: 1, name: 'svar.pdf', contentType: 'application/pdf', size: 1 }
  await query.insert(submissionFiles).values({ ...file, key: `random-${resultId}`, uploadedAt: new Date() })
}

/** Inserts the person with all results. */
export async function insertPerson(
  { birthOn, isExternal, ...own }: RandomPerson,
  { parts, educationIds }: SmallCatalogue,
): Promise<Person> {
  const person = await signedIn({ birthOn, isExternal })
  for (const [at, one] of parts.entries()) {
    const standing = own.parts[at]
    const homes = educationIds.filter((_, index) => partsAt[index]?.includes(at))
    const home = homes[(standing?.at ?? 0) % homes.length]
    if (standing && home !== undefined && standing.state !== 'none')
      await insertStanding(person.id, one, home, standing)
  }
  for (const [at, educationId] of educationIds.entries()) {
    const state = own.educations[at]
    if (state === 'none' || state === undefined) continue
    const completed = state === 'completed'
    const completedAt = completed ? inDays(-at - 1) : null
    await educationResult({ userId: person.id, educationId, completed, completedAt })
  }
  return person
}

/** Positions of the parts of each education. */
const partsAt = [
  [0, 1],
  [0, 2],
  [1, 3],
  [2, 3],
  [3, 0],
]
