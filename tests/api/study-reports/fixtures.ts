import { eq } from 'drizzle-orm'
import { educationPartResults } from '#api/participation/results/table.ts'
import { createEducation, createOccasion, partResult } from '../../catalogue.ts'
import { database, type Person, signedIn } from '../../portal.ts'

const { query } = database()

let people = 0

/** Creates a person with a personal number who attended the occasion; returns the result's id. */
export async function attend(
  { occasionId, educationPartId }: { occasionId: number; educationPartId: number },
  person: Partial<Parameters<typeof signedIn>[0]> = {},
  result: { attended?: boolean | null } = {},
): Promise<{ userId: number; resultId: number }> {
  people += 1
  const { id: userId } = await signedIn({
    birthOn: '1990-05-01',
    personalNumberHash: `hash-${people}-${crypto.randomUUID()}`,
    ...person,
  })
  const resultId = await partResult({ userId, educationPartId, occasionId, attended: true, ...result })
  return { userId, resultId }
}

/** Creates an occasion of four hours in March with three attended participants, led by a new educator. */
export async function createHeldOccasion(overrides: Parameters<typeof createOccasion>[1] = {}, participants = 3) {
  const leader = await signedIn({ roles: { Educator: {} }, firstName: 'Lena', lastName: 'Ledare' })
  const education = await createEducation([{}], { title: 'Banfunktionär' })
  const { id } = await createOccasion(education.firstPartId, {
    title: 'Bandagen',
    startsAt: new Date('2026-03-14T08:00:00Z'),
    endsAt: new Date('2026-03-14T12:00:00Z'),
    venue: 'Klubbstugan',
    organizerOrganizationId: 20,
    responsibleIds: [leader.id],
    ...overrides,
  })
  const place = { occasionId: id, educationPartId: education.firstPartId }
  const attended: Awaited<ReturnType<typeof attend>>[] = []
  for (let at = 0; at < participants; at += 1) attended.push(await attend(place))
  return { id, leader, place, attended, educationId: education.id }
}

export const setAttended = (resultId: number, attended: boolean) =>
  query.update(educationPartResults).set({ attended }).where(eq(educationPartResults.id, resultId))

/** Marks occasions as reported, as a person. */
export const report = (person: Person, ids: readonly number[], breakMinutes = 0, headers = {}) =>
  person.fetch('POST', '/StudyReports', { occasions: ids.map((occasionId) => ({ occasionId, breakMinutes })) }, headers)
