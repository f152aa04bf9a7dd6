import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { isPartReadable } from '#api/catalogue/scope/education-scope.ts'
import { sanitizeHtml } from '#api/sanitize.ts'
import type { Database } from '#platform/database.ts'
import type { EducationPart, PartDependencies } from './contract.ts'
import { educationParts } from './table.ts'

const educationIds =
  sql<string>`(select json_group_array(education_id) from education_to_part where education_part_id = ${educationParts.id})`.as(
    'education_ids',
  )
const responsibleIds =
  sql<string>`(select json_group_array(user_id) from education_part_responsibles where education_part_id = ${educationParts.id})`.as(
    'responsible_ids',
  )
const prerequisiteIds =
  sql<string>`(select json_group_array(distinct prerequisite_part_id) from part_dependencies where education_part_id = ${educationParts.id})`.as(
    'prerequisite_ids',
  )

/** The columns of a part; the activity id needs a join with the package. */
const columns = {
  part: educationParts,
  activityId: contentPackages.activityId,
  educationIds,
  responsibleIds,
  prerequisiteIds,
}

interface PartRow {
  part: typeof educationParts.$inferSelect
  activityId: string | null
  educationIds: string
  responsibleIds: string
  prerequisiteIds: string
}

const ids = (text: string) => JSON.parse(text) as number[]

/** Returns sanitised HTML that a page may show; null stays null. */
export const sanitizeOrNull = (html: string | null) => (html === null ? null : sanitizeHtml(html))

/**
 * Converts a stored part to the reply's, in kronor and hours, with sanitised HTML. `dependencies` maps each part of the
 * education that the part is read through to its prerequisites, and is passed on whole. Without it the map has this
 * part alone, with its prerequisites in all educations. `educationIds` has hidden educations too.
 */
export function toPart(row: PartRow, dependencies?: PartDependencies): EducationPart {
  const { part } = row
  return {
    id: part.id,
    title: part.title,
    description: sanitizeOrNull(part.description),
    type: part.type,
    fee: part.feeMinor / 100,
    partDependencies: dependencies ?? { [part.id]: ids(row.prerequisiteIds) },
    mandatory: part.mandatory,
    hours: part.hoursHundredths === null ? null : part.hoursHundredths / 100,
    needsApproval: part.needsApproval,
    completionRule: part.completionRule,
    minimumScore: part.minimumScore,
    startsAgain: part.startsAgain,
    opensWindows: part.opensWindows,
    packageId: part.packageId,
    activityId: row.activityId,
    fileId: part.fileId,
    submissionInstructions: sanitizeOrNull(part.submissionInstructions),
    customQuestions: part.customQuestions,
    examChecklist: part.examChecklist,
    educationIds: ids(row.educationIds),
    responsibleIds: ids(row.responsibleIds),
    lastChange: part.changedAt,
  }
}

const selectParts = (db: Database) =>
  db.query
    .select(columns)
    .from(educationParts)
    .leftJoin(contentPackages, eq(contentPackages.id, educationParts.packageId))
    .$dynamic()

/**
 * Selects the parts of an education in its order, as rows for `toPart`; no rows for an unknown education. Their
 * prerequisites are those of all educations, not of this one alone. Neither access to the education nor to its parts is
 * checked here.
 */
export const selectPartsOfEducation = (db: Database, educationId: number) =>
  selectParts(db)
    .where(
      sql`${educationParts.id} in (select education_part_id from education_to_part where education_id = ${educationId})`,
    )
    .orderBy(
      sql`(select position from education_to_part where education_id = ${educationId} and education_part_id = ${educationParts.id})`,
    )

/**
 * Lists the parts with these ids that the actor may see, in this order. The part of the occasion `occasionId`, if it is
 * given, follows. Each is listed once; unknown and hidden parts are left out.
 */
export async function listParts(
  db: Database,
  actor: Actor | null,
  partIds: readonly number[],
  occasionId: number | null = null,
): Promise<EducationPart[]> {
  if (partIds.length === 0 && occasionId === null) return []
  const isSelected = sql`${educationParts.id} in (select value from json_each(${JSON.stringify(partIds)})
    union select education_part_id from occasions where occasions.id = ${occasionId})`
  const rows = await selectParts(db).where(and(isSelected, isPartReadable(actor)))
  const parts = new Map(rows.map((row) => [row.part.id, toPart(row)]))
  return [...new Set([...partIds, ...parts.keys()])].flatMap((id) => parts.get(id) ?? [])
}

/** Lists at most 1000 digital parts that the actor may see, by title. */
export async function listDigitalParts(db: Database, actor: Actor | null): Promise<EducationPart[]> {
  const rows = await selectParts(db)
    .where(and(inArray(educationParts.type, [1]), isPartReadable(actor)))
    .orderBy(asc(educationParts.title))
    .limit(1000)
  return rows.map((row) => toPart(row))
}
