import { and, eq, type SQL, sql } from 'drizzle-orm'
import { partResults } from '#api/catalogue/scope/contributed-results.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import { type Database, type Statement, unlessChanged } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { sanitizedHtml } from '#platform/sanitize.ts'
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

const cleaned = (html: string | null) => (html === null ? null : sanitizedHtml(html))

const columnsOf = (given: EducationInput) => ({
  ...withEducationWords({ title: given.title, code: given.code }),
  shortDescription: given.shortDescription,
  description: cleaned(given.description),
  targetGroup: given.targetGroup,
  feeMinor: Math.round(given.fee * 100),
  vatRate: given.vatRate,
  paymentMethods: [...new Set(given.paymentMethods)].sort(),
  contactUserId: given.contactUserId,
  organizerOrganizationId: given.organizerOrganizationId,
  hoursHundredths: given.hours === null ? null : Math.round(given.hours * 100),
  validityMonths: given.validityMonths,
  minAge: given.minAge,
  guardianRequiredUnderAge: given.guardianRequiredUnderAge,
  blockedForExternalUsers: given.blockedForExternalUsers,
  customQuestions: given.customQuestions,
  certificateText: cleaned(given.certificateText),
})

interface Picture {
  pictureFileId?: SQL<number> | null
}

/** Answers the new id. */
export const insertEducation = (db: Database, given: EducationInput, picture: Picture, now: Date) =>
  db.query
    .insert(educations)
    .values({ ...columnsOf(given), ...picture, createdAt: now, changedAt: now })
    .returning({ id: educations.id })

interface Change {
  id: number
  given: EducationInput
  picture: Picture
  now: Date
}

export const updateEducation = (db: Database, { id, given, picture, now }: Change): Statement =>
  db.query
    .update(educations)
    .set({
      ...columnsOf(given),
      ...picture,
      archivedAt: given.archived ? sql`coalesce(${educations.archivedAt}, ${now.toISOString()})` : null,
      changedAt: unlessChanged(educations.changedAt, given.lastChange, now) as Date,
    })
    .where(eq(educations.id, id))

/** Refuses the whole commit when the education was written after `seen`. */
export const touchEducation = (db: Database, id: number, seen: Date, now: Date): Statement =>
  db.query
    .update(educations)
    .set({ changedAt: unlessChanged(educations.changedAt, seen, now) as Date })
    .where(eq(educations.id, id))

/** An education that was published before it was archived keeps its day of publishing. */
export const markPublished = (db: Database, id: number, seen: Date, now: Date): Statement =>
  db.query
    .update(educations)
    .set({
      publishedAt: sql`coalesce(${educations.publishedAt}, ${now.toISOString()})`,
      archivedAt: null,
      changedAt: unlessChanged(educations.changedAt, seen, now) as Date,
    })
    .where(eq(educations.id, id))

export const markUnpublished = (db: Database, id: number, now: Date): Statement =>
  db.query.update(educations).set({ publishedAt: null, changedAt: now }).where(eq(educations.id, id))

const each = (ids: readonly number[]) => sql`json_each(${JSON.stringify([...new Set(ids)])})`

/** `id` may be a query for a row that is inserted earlier in the same transaction. */
export function replaceLinks(db: Database, id: number | SQL, given: EducationInput): Statement[] {
  const { query } = db
  const byRole = (kind: 'trains' | 'target', ids: readonly number[]) =>
    insertFrom(query, educationToRole, { educationId: id, educationRoleId: sql`value`, kind }, sql`from ${each(ids)}`)
  return [
    query.delete(educationToCategory).where(eq(educationToCategory.educationId, id)),
    insertFrom(
      query,
      educationToCategory,
      { educationId: id, educationCategoryId: sql`value` },
      sql`from ${each(given.educationCategoryIds)}`,
    ),
    query.delete(educationToRole).where(eq(educationToRole.educationId, id)),
    byRole('trains', given.educationRoleIds),
    byRole('target', given.targetGroupRoleIds),
    query.delete(educationResponsibles).where(eq(educationResponsibles.educationId, id)),
    insertFrom(
      query,
      educationResponsibles,
      { educationId: id, userId: sql`value` },
      sql`from ${each(given.responsibleIds)}`,
    ),
    query.delete(educationPrerequisites).where(eq(educationPrerequisites.educationId, id)),
    insertFrom(
      query,
      educationPrerequisites,
      { educationId: id, prerequisiteEducationId: sql`value` },
      sql`from ${each(given.prerequisiteEducationIds)}`,
    ),
  ]
}

/**
 * Whether occasions or examinations to come, with people on them, would be found through no education any more: they are
 * managed and read through one that holds their part, and that they are held for if they say which.
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

export async function wouldStrandPeople(db: Database, id: number, partIds: readonly number[], now: Date) {
  const [row] = await db.rows<{ strands: number }>(sql`select ${strandsPeople(id, partIds, now)} as strands`)
  return row?.strands === 1
}

/** Refuses the whole commit, as `changed_meanwhile`, when somebody has signed up since it was asked. */
export const refuseStranding = (db: Database, id: number, partIds: readonly number[], now: Date): Statement =>
  db.query
    .update(educations)
    .set({ changedAt: sql`case when ${strandsPeople(id, partIds, now)} then null else ${educations.changedAt} end` })
    .where(eq(educations.id, id))

/** The parts in their order; what depended on a part that leaves depends on it no more. */
export const replaceParts = (db: Database, id: number, partIds: readonly number[]): Statement[] => {
  const kept = sql`(select value from json_each(${JSON.stringify(partIds)}))`
  const lost = sql`(${partDependencies.educationPartId} not in ${kept} or ${partDependencies.prerequisitePartId} not in ${kept})`
  return [
    db.query.delete(educationToPart).where(eq(educationToPart.educationId, id)),
    insertFrom(
      db.query,
      educationToPart,
      { educationId: id, educationPartId: sql`value`, position: sql`key + 1` },
      sql`from json_each(${JSON.stringify(partIds)})`,
    ),
    db.query.delete(partDependencies).where(and(eq(partDependencies.educationId, id), lost)),
  ]
}

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
    sql`from ${each(prerequisiteIds)}`,
  ),
]

/** Whether the education stands among those that must be completed before the ones that `first` asks for. */
const comesBefore = (id: number, first: SQL) => sql<number>`exists (
  with recursive needed(education_id) as (
    ${first}
    union
    select p.prerequisite_education_id from education_prerequisites p join needed n on n.education_id = p.education_id
  )
  select 1 from needed where education_id = ${id}
)`

const ownPrerequisites = (id: number) =>
  sql`select prerequisite_education_id from education_prerequisites where education_id = ${id}`

/** Refuses the whole commit, as `changed_meanwhile`, when another education has come to wait for this one. */
export const refuseCircle = (db: Database, id: number): Statement =>
  db.query
    .update(educations)
    .set({
      changedAt: sql`case when ${comesBefore(id, ownPrerequisites(id))} then null else ${educations.changedAt} end`,
    })
    .where(eq(educations.id, id))

export type Reference =
  | 'educationCategoryIds'
  | 'educationRoleIds'
  | 'targetGroupRoleIds'
  | 'responsibleIds'
  | 'contactUserId'
  | 'organizerOrganizationId'
  | 'prerequisiteEducationIds'

/** The fields that name what does not exist, and those whose choice would make a circle. */
export async function findWrongReferences(
  db: Database,
  id: number | null,
  given: EducationInput,
): Promise<{ unknown: Reference[]; isCircular: boolean; isCodeTaken: boolean }> {
  const missing = (ids: readonly (number | null)[], table: SQL) => sql<number>`exists (
    select 1 from json_each(${JSON.stringify(ids.filter((one) => one !== null))}) where value not in (select id from ${table}))`
  const [row] = await db.rows<Record<Reference | 'circular' | 'code', number>>(sql`select
    ${missing(given.educationCategoryIds, sql`education_categories`)} as educationCategoryIds,
    ${missing(given.educationRoleIds, sql`education_roles`)} as educationRoleIds,
    ${missing(given.targetGroupRoleIds, sql`education_roles`)} as targetGroupRoleIds,
    ${missing(given.responsibleIds, peopleView)} as responsibleIds,
    ${missing([given.contactUserId], peopleView)} as contactUserId,
    ${missing([given.organizerOrganizationId], organizationsView)} as organizerOrganizationId,
    ${missing(given.prerequisiteEducationIds, sql`educations`)} as prerequisiteEducationIds,
    ${id === null ? sql`0` : comesBefore(id, sql`select value from ${each(given.prerequisiteEducationIds)}`)} as circular,
    exists (select 1 from educations where code = ${given.code} and id <> ${id ?? 0}) as code`)
  if (!row) throw new Error('a question without rows')
  const { circular, code, ...references } = row
  const unknown = (Object.keys(references) as Reference[]).filter((field) => references[field] === 1)
  return { unknown, isCircular: circular === 1, isCodeTaken: code === 1 }
}
