import { and, eq, type SQL, sql } from 'drizzle-orm'
import { partResults } from '#api/catalogue/scope/contributed-results.ts'
import { sanitizeHtml } from '#api/sanitize.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { withEducationWords } from '../rules.ts'
import {
  educationPrerequisites,
  educationResponsibles,
  educations,
  educationToCategory,
  educationToPart,
  educationToRole,
  partDependencies,
} from '../table.ts'
import type { EducationInput } from './contract.ts'

const sanitizedOrNull = (html: string | null) => (html === null ? null : sanitizeHtml(html))

const toColumns = (input: EducationInput) => ({
  ...withEducationWords({ title: input.title, code: input.code }),
  shortDescription: input.shortDescription,
  description: sanitizedOrNull(input.description),
  targetGroup: input.targetGroup,
  feeMinor: Math.round(input.fee * 100),
  vatRate: input.vatRate,
  paymentMethods: [...new Set(input.paymentMethods)].sort(),
  contactUserId: input.contactUserId,
  organizerOrganizationId: input.organizerOrganizationId,
  hoursHundredths: input.hours === null ? null : Math.round(input.hours * 100),
  validityMonths: input.validityMonths,
  minAge: input.minAge,
  maxAge: input.maxAge,
  guardianRequiredUnderAge: input.guardianRequiredUnderAge,
  blockedForExternalUsers: input.blockedForExternalUsers,
  inPublicCatalogue: input.inPublicCatalogue,
  customQuestions: input.customQuestions,
  certificateText: sanitizedOrNull(input.certificateText),
})

interface Picture {
  pictureFileId?: SQL<number> | null
}

/**
 * Returns the statement that inserts an education, unpublished and not archived; its result is the id. HTML is
 * sanitised. `picture.pictureFileId` is an SQL expression, so that the same commit may insert the file; without it
 * there is no picture. `input.archived` is not read; `replaceLinks` and `replaceParts` write its links and parts.
 */
export const insertEducation = (db: Database, input: EducationInput, picture: Picture, now: Date) =>
  db.query
    .insert(educations)
    .values({ ...toColumns(input), ...picture, createdAt: now, changedAt: now })
    .returning({ id: educations.id })

interface EducationChange {
  id: number
  input: EducationInput
  picture: Picture
  now: Date
}

/**
 * Returns the statement that updates the columns of an education, with sanitised HTML; links (`replaceLinks`), parts
 * and publication stay. The commit fails as `changed_meanwhile` unless it has the version `lastChange`; an unknown id
 * changes nothing. The new version is `now`.
 *
 * An education that is archived already keeps the date of archiving; `archived: false` removes it. Without
 * `pictureFileId` the picture stays, and null removes it.
 */
export const updateEducation = (db: Database, { id, input, picture, now }: EducationChange): Statement =>
  db.query
    .update(educations)
    .set({
      ...toColumns(input),
      ...picture,
      archivedAt: input.archived ? sql`coalesce(${educations.archivedAt}, ${now.toISOString()})` : null,
      changedAt: ifUnmodifiedSince(educations.changedAt, input.lastChange, now) as Date,
    })
    .where(eq(educations.id, id))

/**
 * Returns the statement that gives an education the version `now`. The commit fails as `changed_meanwhile` unless it
 * has the version `expectedVersion`; an unknown id changes nothing.
 */
export const setEducationVersion = (db: Database, id: number, expectedVersion: Date, now: Date): Statement =>
  db.query
    .update(educations)
    .set({ changedAt: ifUnmodifiedSince(educations.changedAt, expectedVersion, now) as Date })
    .where(eq(educations.id, id))

/**
 * Returns the statement that publishes an education at `now`, its new version, and ends its archiving. One that is
 * published already keeps its date. The commit fails as `changed_meanwhile` unless it has the version
 * `expectedVersion`; an unknown id changes nothing.
 */
export const markPublished = (db: Database, id: number, expectedVersion: Date, now: Date): Statement =>
  db.query
    .update(educations)
    .set({
      publishedAt: sql`coalesce(${educations.publishedAt}, ${now.toISOString()})`,
      archivedAt: null,
      changedAt: ifUnmodifiedSince(educations.changedAt, expectedVersion, now) as Date,
    })
    .where(eq(educations.id, id))

/**
 * Returns the statement that unpublishes an education of any version, and removes its date of publishing. An archived
 * one stays archived. The new version is `now`; an unknown id changes nothing.
 */
export const markUnpublished = (db: Database, id: number, now: Date): Statement =>
  db.query.update(educations).set({ publishedAt: null, changedAt: now }).where(eq(educations.id, id))

const idTable = (ids: readonly number[]) => sql`json_each(${JSON.stringify([...new Set(ids)])})`

/**
 * Returns the statements that replace the categories, roles, responsible educators and prerequisites of an education.
 * The lists of `input` are complete, and an empty one leaves none. `id` may be a query for a row that is inserted
 * earlier in the same transaction. Roles are the trained and the target ones. Repeated ids count once; the parts and
 * the education's version stay.
 */
export function replaceLinks(db: Database, id: number | SQL, input: EducationInput): Statement[] {
  const { query } = db
  const byRole = (kind: 'trains' | 'target', ids: readonly number[]) =>
    insertFrom(
      query,
      educationToRole,
      { educationId: id, educationRoleId: sql`value`, kind },
      sql`from ${idTable(ids)}`,
    )
  return [
    query.delete(educationToCategory).where(eq(educationToCategory.educationId, id)),
    insertFrom(
      query,
      educationToCategory,
      { educationId: id, educationCategoryId: sql`value` },
      sql`from ${idTable(input.educationCategoryIds)}`,
    ),
    query.delete(educationToRole).where(eq(educationToRole.educationId, id)),
    byRole('trains', input.educationRoleIds),
    byRole('target', input.targetGroupRoleIds),
    query.delete(educationResponsibles).where(eq(educationResponsibles.educationId, id)),
    insertFrom(
      query,
      educationResponsibles,
      { educationId: id, userId: sql`value` },
      sql`from ${idTable(input.responsibleIds)}`,
    ),
    query.delete(educationPrerequisites).where(eq(educationPrerequisites.educationId, id)),
    insertFrom(
      query,
      educationPrerequisites,
      { educationId: id, prerequisiteEducationId: sql`value` },
      sql`from ${idTable(input.prerequisiteEducationIds)}`,
    ),
  ]
}

/**
 * SQL that is true when upcoming occasions or exams with participants would belong to no education. They are managed
 * and read through an education that contains their part, or through the one that they name.
 */
const strandsPeople = (id: number, partIds: readonly number[], now: Date) => sql<number>`exists (
  select 1 from (
    select o.education_part_id, o.education_id from occasions o
    where o.canceled_at is null and o.ends_at > ${now.toISOString()} and o.booked_count > 0
    union all
    select x.education_part_id, x.education_id from driver_exams x
    where x.canceled_at is null and x.ends_at > ${now.toISOString()} and exists (
      select 1 from ${partResults} r where r.practical_driver_exam_id = x.id and r.canceled = 0)
  ) held
  join education_to_part leaving on leaving.education_part_id = held.education_part_id and leaving.education_id = ${id}
  where leaving.education_part_id not in (select value from json_each(${JSON.stringify(partIds)}))
    and coalesce(held.education_id, ${id}) = ${id}
    and not exists (
      select 1 from education_to_part l where l.education_part_id = held.education_part_id and l.education_id <> ${id}
        and held.education_id is null)
)`

/**
 * Whether this education, with only the parts `partIds`, would leave occasions or exams with participants without an
 * education. `partIds` is the complete list after the change, so parts that stay are in it. Those that have ended by
 * `now` or are cancelled do not count. One that names this education counts even when another contains its part.
 * Changes nothing.
 */
export async function wouldOrphanParticipants(db: Database, id: number, partIds: readonly number[], now: Date) {
  const [row] = await db.rows<{ strands: number }>(sql`select ${strandsPeople(id, partIds, now)} as strands`)
  return row?.strands === 1
}

/**
 * Returns the statement that fails the commit as `changed_meanwhile` when `wouldOrphanParticipants` is true inside the
 * transaction. It comes before `replaceParts`, and changes nothing otherwise.
 *
 * It compares with no earlier read: it fails also when the answer was true before, so the caller refuses that first.
 */
export const refuseOrphanedParticipants = (
  db: Database,
  id: number,
  partIds: readonly number[],
  now: Date,
): Statement =>
  db.query
    .update(educations)
    .set({ changedAt: sql`case when ${strandsPeople(id, partIds, now)} then null else ${educations.changedAt} end` })
    .where(eq(educations.id, id))

/**
 * Returns the statements that replace the parts of an education with `partIds`, in this order; prerequisites with a
 * removed part are deleted. An empty list leaves no part. The commit fails for an id that occurs twice. The education
 * keeps its version. Does not check that occasions and exams with participants keep an education: put
 * `refuseOrphanedParticipants` before these statements in the commit.
 */
export const replaceParts = (db: Database, id: number, partIds: readonly number[]): Statement[] => {
  const keptIds = sql`(select value from json_each(${JSON.stringify(partIds)}))`
  const isObsolete = sql`(${partDependencies.educationPartId} not in ${keptIds} or ${partDependencies.prerequisitePartId} not in ${keptIds})`
  return [
    db.query.delete(educationToPart).where(eq(educationToPart.educationId, id)),
    insertFrom(
      db.query,
      educationToPart,
      { educationId: id, educationPartId: sql`value`, position: sql`key + 1` },
      sql`from json_each(${JSON.stringify(partIds)})`,
    ),
    db.query.delete(partDependencies).where(and(eq(partDependencies.educationId, id), isObsolete)),
  ]
}

/**
 * Returns the statements that replace the prerequisites of a part within one education; an empty list leaves none.
 * Repeated ids count once, and the education keeps its version.
 */
export const replacePrerequisites = (
  db: Database,
  { id, partId, prerequisiteIds }: { id: number; partId: number; prerequisiteIds: readonly number[] },
): Statement[] => [
  db.query
    .delete(partDependencies)
    .where(and(eq(partDependencies.educationId, id), eq(partDependencies.educationPartId, partId))),
  insertFrom(
    db.query,
    partDependencies,
    { educationId: id, educationPartId: partId, prerequisitePartId: sql`value` },
    sql`from ${idTable(prerequisiteIds)}`,
  ),
]
