import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import type { PartDependencies } from '#api/catalogue/education-parts/contract.ts'
import { sanitizeOrNull, selectPartsOfEducation, toPart } from '#api/catalogue/education-parts/storage.ts'
import { occasionTags } from '#api/catalogue/scope/contributed-results.ts'
import { isEducationReadable } from '#api/catalogue/scope/education-scope.ts'
import { pictureColorOf } from '#api/foundation/files/renditions/storage.ts'
import { publicFileUrl } from '#api/foundation/files/storage.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { Education, EducationFacts } from './contract.ts'
import { educations, educationToPart } from './table.ts'

// Columns name their table, because SQLite looks for a bare name in the subquery first. Each has an alias, because a
// batch returns its rows by column name.
const categoryIds = sql<string>`(
  select json_group_array(education_category_id) from education_to_category where education_id = educations.id
)`.as('category_ids')
const trainedRoleIds = sql<string>`(
  select json_group_array(education_role_id) from education_to_role where education_id = educations.id and kind = 'trains'
)`.as('trained_role_ids')
const targetRoleIds = sql<string>`(
  select json_group_array(education_role_id) from education_to_role where education_id = educations.id and kind = 'target'
)`.as('target_role_ids')
const responsibleIds = sql<string>`(
  select json_group_array(user_id) from education_responsibles where education_id = educations.id
)`.as('responsible_ids')
const prerequisiteIds = sql<string>`(
  select json_group_array(prerequisite_education_id) from education_prerequisites where education_id = educations.id
)`.as('prerequisite_ids')
const dependencies = sql<string>`(
  select json_group_array(json_object('partId', education_part_id, 'prerequisiteId', prerequisite_part_id)) from part_dependencies
  where education_id = educations.id
)`.as('dependencies')

const pictureUrl = publicFileUrl(sql`educations.picture_file_id`).as('picture_url')
const pictureColor = pictureColorOf(sql`educations.picture_file_id`).as('picture_color')

/** The columns of `EducationFacts`. */
export const educationFactColumns = {
  id: educations.id,
  code: educations.code,
  title: educations.title,
  shortDescription: educations.shortDescription,
  pictureUrl,
  pictureColor,
  publishedAt: educations.publishedAt,
  archivedAt: educations.archivedAt,
  feeMinor: educations.feeMinor,
  hoursHundredths: educations.hoursHundredths,
  categoryIds,
  trainedRoleIds,
}

type EducationRow = typeof educations.$inferSelect
export type EducationFactsRow = Pick<
  EducationRow,
  'id' | 'code' | 'title' | 'shortDescription' | 'publishedAt' | 'archivedAt' | 'feeMinor' | 'hoursHundredths'
> & { pictureUrl: string | null; pictureColor: string | null; categoryIds: string; trainedRoleIds: string }

const ids = (text: string) => JSON.parse(text) as number[]

/** Converts a stored education to the fields that every reply about it has, in kronor and hours. */
export const toEducationFacts = (row: EducationFactsRow): EducationFacts => ({
  id: row.id,
  code: row.code,
  title: row.title,
  shortDescription: row.shortDescription,
  pictureUrl: row.pictureUrl,
  pictureColor: row.pictureColor,
  published: row.publishedAt !== null,
  archived: row.archivedAt !== null,
  educationCategoryIds: ids(row.categoryIds),
  educationRoleIds: ids(row.trainedRoleIds),
  fee: row.feeMinor / 100,
  hours: row.hoursHundredths === null ? null : row.hoursHundredths / 100,
})

function toPartDependencies(text: string): PartDependencies {
  const map: PartDependencies = {}
  for (const { partId, prerequisiteId } of JSON.parse(text) as { partId: number; prerequisiteId: number }[])
    map[partId] = [...(map[partId] ?? []), prerequisiteId]
  return map
}

const detailColumns = {
  ...getTableColumns(educations),
  pictureUrl,
  pictureColor,
  categoryIds,
  trainedRoleIds,
  targetRoleIds,
  responsibleIds,
  prerequisiteIds,
  dependencies,
}

/**
 * Returns two queries for one batch: an education that the actor may read, and its parts in their order. The second
 * finds the parts of a hidden education too: use them only with a row of the first.
 */
export const selectEducation = (db: Database, actor: Actor | null, id: number) =>
  [
    db.query
      .select(detailColumns)
      .from(educations)
      .where(and(eq(educations.id, id), isEducationReadable(actor))),
    selectPartsOfEducation(db, id),
  ] as const

type DetailRow = Awaited<ReturnType<typeof selectEducation>[0]>[number]
type PartRows = Awaited<ReturnType<typeof selectEducation>[1]>

/**
 * Converts a stored education and its parts to the reply's, in kronor and hours, with sanitised HTML; the parts keep
 * their order.
 */
export function toEducation(row: DetailRow, parts: PartRows): Education {
  const partDependencies = toPartDependencies(row.dependencies)
  return {
    ...toEducationFacts(row),
    description: sanitizeOrNull(row.description),
    publishedDate: row.publishedAt,
    targetGroup: row.targetGroup,
    targetGroupRoleIds: ids(row.targetRoleIds),
    vatRate: row.vatRate,
    paymentMethods: row.paymentMethods,
    responsibleIds: ids(row.responsibleIds),
    contactUserId: row.contactUserId,
    organizerOrganizationId: row.organizerOrganizationId,
    educationPartIds: parts.map(({ part }) => part.id),
    parts: parts.map((part) => toPart(part, partDependencies)),
    partDependencies,
    prerequisiteEducationIds: ids(row.prerequisiteIds),
    validityMonths: row.validityMonths,
    minAge: row.minAge,
    maxAge: row.maxAge,
    guardianRequiredUnderAge: row.guardianRequiredUnderAge,
    blockedForExternalUsers: row.blockedForExternalUsers,
    inPublicCatalogue: row.inPublicCatalogue,
    customQuestions: row.customQuestions,
    certificateText: sanitizeOrNull(row.certificateText),
    lastChange: row.changedAt,
  }
}

/** Returns an education with its parts in their order; null when it does not exist or is hidden from the actor. */
export async function findEducation(db: Database, actor: Actor | null, id: number): Promise<Education | null> {
  const [[detail], parts] = await Promise.all(selectEducation(db, actor, id))
  return detail ? toEducation(detail, parts) : null
}

/** Lists the educations that contain a part and that the actor may read, by title; empty for an unknown part. */
export async function listEducationsOfPart(
  db: Database,
  actor: Actor | null,
  partId: number,
): Promise<EducationFacts[]> {
  const holds = sql`educations.id in (select education_id from education_to_part where education_part_id = ${partId})`
  const rows = await db.query
    .select(educationFactColumns)
    .from(educations)
    .where(and(holds, isEducationReadable(actor)))
    .orderBy(asc(educations.title))
  return rows.map(toEducationFacts)
}

/**
 * Returns the id of the education that shows an occasion to the actor; null when the actor may read none. An occasion
 * that names an education is shown by that one alone, as long as it contains the part. Otherwise it is, of those that
 * contain the part and that the actor may read, the education of its tag, else the first by id.
 */
export async function findEducationIdOfOccasion(
  db: Database,
  actor: Actor | null,
  occasionId: number,
): Promise<number | null> {
  const ofTag = sql`(select tying.education_id from occasions o join ${occasionTags} tying on tying.id = o.tag_id
    where o.id = ${occasionId})`
  const isGivenFor = sql`educations.id in (
    select ep.education_id from occasions o join education_to_part ep on ep.education_part_id = o.education_part_id
    where o.id = ${occasionId} and (o.education_id is null or o.education_id = ep.education_id)
  )`
  const [row] = await db.query
    .select({ id: educations.id })
    .from(educations)
    .where(and(isGivenFor, isEducationReadable(actor)))
    .orderBy(sql`educations.id is not ${ofTag}`, asc(educations.id))
    .limit(1)
  return row?.id ?? null
}

/**
 * Returns the statements that append a part to the end of educations; repeated education ids count once. `partId` is an
 * expression, so that the same transaction may insert the part. The commit fails for an education that has the part
 * already.
 *
 * It also changes the version of the educations, because a person who is arranging their parts has not seen it.
 */
export const appendPart = (
  db: Database,
  partId: SQL<number>,
  educationIds: readonly number[],
  now: Date,
): Statement[] => {
  const idsJson = JSON.stringify([...new Set(educationIds)])
  return [
    insertFrom(
      db.query,
      educationToPart,
      {
        educationId: sql`e.value`,
        educationPartId: partId,
        position: sql`(select coalesce(max(position), 0) + 1 from education_to_part where education_id = e.value)`,
      },
      sql`from json_each(${idsJson}) e`,
    ),
    db.query
      .update(educations)
      .set({ changedAt: now })
      .where(sql`${educations.id} in (select value from json_each(${idsJson}))`),
  ]
}
