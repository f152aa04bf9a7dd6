import { and, eq } from 'drizzle-orm'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import type { Tag } from '#api/participation/tags/contract.ts'
import { createEducation, createOccasion } from '../../catalogue.ts'
import { configurePortal } from '../../configuration.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays, inHours } from '../../time.ts'

const { query } = database()
export let admin: Person

/** Prepares features and administrators before the tests of each file. */
export async function prepareTags(): Promise<void> {
  await configurePortal({ features: ['EducationPartTags'] })
  admin = await signedIn({ roles: { SuperAdministrator: {} } })
}

type OccasionFields = Partial<typeof occasions.$inferInsert>
export const saveTag = (body: object, person = admin) => person.fetch('POST', '/tag', body)

/** Creates an education with one part for each wanted occasion, a week apart, and a tag that ties the occasions. */
export async function createOccasionSet(
  occasionFields: OccasionFields[] = [{}, {}],
  education: Parameters<typeof createEducation>[1] = {},
) {
  const made = await createEducation(
    occasionFields.map(() => ({})),
    education,
  )
  const ids: number[] = []
  for (const [at, partId] of made.partIds.entries()) {
    const startsAt = inDays(30 + 7 * at)
    const times = { startsAt, endsAt: inHours(1, startsAt) }
    ids.push((await createOccasion(partId, { ...times, ...occasionFields[at] })).id)
  }
  const name = `Helg ${made.id}`
  const tag = await bodyOf<Tag>(saveTag({ educationId: made.id, name, occasionIds: ids }))
  return { educationId: made.id, partIds: made.partIds, ids, tag }
}

export const listLiveResults = (userId: number) =>
  query
    .select()
    .from(educationPartResults)
    .where(and(eq(educationPartResults.userId, userId), eq(educationPartResults.canceled, false)))
export const loadBookedCount = async (id: number) =>
  (await query.select({ count: occasions.bookedCount }).from(occasions).where(eq(occasions.id, id)))[0]?.count
export const signUpToSet = (person: Person, tagId: number, more = {}) =>
  person.fetch('PUT', '/tag/results', { tagId, userId: person.id, ...more })
