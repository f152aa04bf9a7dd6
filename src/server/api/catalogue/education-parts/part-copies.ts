import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { educationPartResponsibles, educationParts } from './table.ts'

/** The parts of an education, each with its place from 1, as a table. */
export const partsInOrder = (educationId: number) => sql`(
  select education_part_id, position, row_number() over (order by position, education_part_id) as place
  from education_to_part where education_id = ${educationId}
)`

/** The copy of the part in that place, once `copyParts` has run in this transaction: the copies are the newest rows, in order. */
export const copyAt = (educationId: number, place: SQL) =>
  sql`((select max(id) from education_parts) - (select count(*) from education_to_part where education_id = ${educationId}) + ${place})`

/** Copies the parts of an education, digital ones with the same course; no education holds the copies yet. */
export const copyParts = (db: Database, educationId: number, now: Date): Statement[] => [
  // A select gives every column in the table's order.
  db.query.insert(educationParts).select(sql`
    select null, p.title, p.description, p.type, p.fee_minor, p.mandatory, p.hours_hundredths, p.needs_approval,
      p.package_id, p.file_id, p.submission_instructions, p.custom_questions,
      p.exam_checklist,
      ${now.toISOString()}, ${now.toISOString()}, p.completion_rule, p.minimum_score, p.starts_again, p.opens_windows
    from ${partsInOrder(educationId)} o join education_parts p on p.id = o.education_part_id where true order by o.place`),
  db.query.insert(educationPartResponsibles).select(sql`
    select ${copyAt(educationId, sql`o.place`)}, r.user_id from ${partsInOrder(educationId)} o
    join education_part_responsibles r on r.education_part_id = o.education_part_id where true`),
]
