import { sql } from 'drizzle-orm'

/** All parts, those without an education too. For other domains, like `educationsView`. */
export const educationPartsView = sql`(select id, title, description, type, fee_minor, mandatory, hours_hundredths, needs_approval,
  package_id, file_id, submission_instructions, custom_questions, exam_checklist, completion_rule, minimum_score,
  created_at, changed_at from education_parts)`

/** Files of parts: `file_id`, null for each part without one. */
export const filesOfParts = sql`(select file_id from education_parts)`
