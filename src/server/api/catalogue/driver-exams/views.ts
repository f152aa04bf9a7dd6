import { sql } from 'drizzle-orm'

/** All practical driver examinations, canceled ones too. For other domains, as `educationsView` is. */
export const driverExamsView = sql`(select id, education_part_id, education_id, title, description, starts_at, ends_at, held_on, last_sign_up_at,
  city, venue, examiner_id, max_participants, fee_minor, guardian_age, blocked_for_external_users, canceled_at, created_at, changed_at,
  calendar_sequence from driver_exams)`

/** Protocols of practical driver examinations, one for each result that was examined. */
export const protocolsOfExams = sql`(select result_id, passed, note, items, examiner_id, signed_at, changed_at from driver_exam_protocols)`

/** The people who examine beside the examiner: `driver_exam_id`, `user_id`. */
export const responsiblesOfDriverExams = sql`(select driver_exam_id, user_id from driver_exam_responsibles)`
