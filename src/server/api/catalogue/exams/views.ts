import { type SQL, sql } from 'drizzle-orm'

/** All exams, cancelled ones too. For other domains, like `educationsView`. */
export const driverExamsView = sql`(select id, education_part_id, education_id, title, description, starts_at, ends_at, held_on, last_sign_up_at,
  city, venue, address, examiner_id, max_participants, fee_minor, guardian_age, blocked_for_external_users, canceled_at, created_at, changed_at,
  calendar_sequence from driver_exams)`

/**
 * Protocols of exams, one for each examined result. `passed` is 0 or 1, and `items` the JSON list of the judged items.
 */
export const protocolsOfExams = sql`(select result_id, passed, note, items, examiner_id, signed_at, changed_at from driver_exam_protocols)`

/** Educators who examine together with the examiner: `driver_exam_id`, `user_id`. */
export const responsiblesOfDriverExams = sql`(select driver_exam_id, user_id from driver_exam_responsibles)`

/**
 * Condition: the education of a row of `driver_exams` fulfils `condition`, which names it `educations`. It selects from
 * the table and not from a view: SQLite turns an `exists` into a join only for a table, and then finds the exams
 * through their education.
 */
export const educationOfExamFulfils = (condition: SQL): SQL =>
  sql`exists (select 1 from educations where educations.id = driver_exams.education_id and ${condition})`
