import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { educationPartResponsibles, educationParts } from './table.ts'

/**
 * SQL: the parts of an education as a table of `education_part_id`, `position` and `place`, which counts them from 1 in
 * their order.
 */
export const numberedParts = (educationId: number) => sql`(
  select education_part_id, position, row_number() over (order by position, education_part_id) as place
  from education_to_part where education_id = ${educationId}
)`

/**
 * SQL: the id of the copy of the part at a `place` of `numberedParts`. Valid after `copyParts` has run in this
 * transaction and before another part is inserted: the copies are the newest rows, in order. `educationId` is the
 * original's.
 */
export const copiedPartId = (educationId: number, place: SQL) =>
  sql`((select max(id) from education_parts) - (select count(*) from education_to_part where education_id = ${educationId}) + ${place})`

/**
 * Returns the statements that copy the parts of an education, in their order, and their responsible educators; digital
 * copies serve the same package. The copies belong to no education yet; `attachCopiedParts` attaches them.
 */
export const copyParts = (db: Database, educationId: number, now: Date): Statement[] => [
  insertFrom(
    db.query,
    educationParts,
    {
      title: sql`p.title`,
      description: sql`p.description`,
      type: sql`p.type`,
      feeMinor: sql`p.fee_minor`,
      mandatory: sql`p.mandatory`,
      hoursHundredths: sql`p.hours_hundredths`,
      needsApproval: sql`p.needs_approval`,
      packageId: sql`p.package_id`,
      fileId: sql`p.file_id`,
      submissionInstructions: sql`p.submission_instructions`,
      customQuestions: sql`p.custom_questions`,
      examChecklist: sql`p.exam_checklist`,
      createdAt: now.toISOString(),
      changedAt: now.toISOString(),
      completionRule: sql`p.completion_rule`,
      minimumScore: sql`p.minimum_score`,
      startsAgain: sql`p.starts_again`,
      opensWindows: sql`p.opens_windows`,
      searchWords: sql`p.search_words`,
    },
    sql`from ${numberedParts(educationId)} o join education_parts p on p.id = o.education_part_id where true order by o.place`,
  ),
  insertFrom(
    db.query,
    educationPartResponsibles,
    { educationPartId: copiedPartId(educationId, sql`o.place`), userId: sql`r.user_id` },
    sql`from ${numberedParts(educationId)} o
    join education_part_responsibles r on r.education_part_id = o.education_part_id where true`,
  ),
]
