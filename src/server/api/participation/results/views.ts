import { type SQL, sql } from 'drizzle-orm'
import { educationsView, firstEducationOrder, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { occasionTags } from '#api/catalogue/scope/contributed-results.ts'

/**
 * SQL: all part results, including cancelled ones. Other domains read results through this view.
 *
 * `completed`, `canceled` and `canceled_due` are 0 or 1, and so is `attended`, null until somebody decides it.
 * `canceled_due`: the fee is due although the result is cancelled. `score` is 0 to 1. A result whose `education_id` is
 * null counts for each education that holds the part.
 */
export const partResultsView = sql`(select id, user_id, education_part_id, education_id, occasion_id, practical_driver_exam_id, completed,
  completed_at, signed_up_at, canceled, attended, payment_id, invoice_recipient_id, custom_answers, fee_at_sign_up_minor,
  education_fee_minor, guardian_user_id, approved_by_user_id, registered_by_user_id, score, created_at, changed_at, canceled_at, canceled_due
  from education_part_results)`

/** SQL: the part results that are not cancelled; `signed_up_at` is null while a sign-up waits for approval. */
export const liveResults = sql`(select id, user_id, education_part_id, education_id, occasion_id, practical_driver_exam_id, completed,
  completed_at, signed_up_at, canceled, attended, payment_id, invoice_recipient_id, fee_at_sign_up_minor, guardian_user_id, score,
  created_at, changed_at from education_part_results where canceled = 0)`

/**
 * SQL of 0 or 1: whether a person is not charged the education's own fee at the next sign-up through it.
 *
 * The person has a live sign-up to any of its parts, and one that carries the fee: a live one, or one that was
 * cancelled too late and is owed to the organiser. Without any that ever carried it, as when the education was free
 * then, a live one is enough. A fee that a cancellation gave back is charged again.
 */
export const isEducationFeeTaken = (userId: number | SQL, educationId: number | SQL): SQL<0 | 1> =>
  sql<
    0 | 1
  >`coalesce((select max(fee_carrier.canceled = 0) and (max(fee_carrier.education_fee_minor) = 0 or max(fee_carrier.education_fee_minor > 0
      and (fee_carrier.canceled = 0 or (fee_carrier.canceled_due = 1 and fee_carrier.payment_id is null))))
    from ${partResultsView} fee_carrier where fee_carrier.user_id = ${userId} and fee_carrier.education_id = ${educationId}), 0)`

/**
 * SQL: each part result that is not cancelled, once for each education that it counts towards: `education_id`,
 * `result_id`, `user_id`, `education_part_id`, `completed`, `signed_up_at`, `changed_at`.
 */
export const resultsOfEducations = sql`(
  select counted_parts.education_id, counted.id as result_id, counted.user_id, counted.education_part_id, counted.completed,
    counted.signed_up_at, counted.changed_at
  from education_part_results counted join ${partsOfEducations} counted_parts on counted_parts.education_part_id = counted.education_part_id
    and (counted.education_id is null or counted.education_id = counted_parts.education_id)
  where counted.canceled = 0)`

/**
 * SQL: all education results, including open ones, whose `completed` is 0. `source` is a `ResultSource`; `valid_to_on`
 * is the last valid day, null without an end.
 */
export const educationResultsView = sql`(select id, user_id, education_id, completed, completed_at, signed_up_at, source,
  registered_by_user_id, valid_to_on, verification_code, created_at, changed_at from education_results)`

/**
 * SQL: id of the education that a part result (a sign-up to a part) counts towards; null for a part that no education
 * holds. `result` is the alias of a row of `partResultsView`.
 *
 * It is the one signed up through; else the one that its occasion or exam is for. Without these, of the educations that
 * hold the part, one that the person is enrolled in comes first, then the order of `firstEducationOrder`.
 */
export const educationOfResult = (result: string): SQL<number | null> => sql<number | null>`coalesce(
  ${sql.raw(result)}.education_id,
  (select coalesce(counted_day.education_id, counted_tag.education_id) from ${occasionsView} counted_day
    left join ${occasionTags} counted_tag on counted_tag.id = counted_day.tag_id
    where counted_day.id = ${sql.raw(result)}.occasion_id),
  (select counted_exam.education_id from ${driverExamsView} counted_exam
    where counted_exam.id = ${sql.raw(result)}.practical_driver_exam_id),
  (select counted_home.education_id from ${partsOfEducations} counted_home
    join ${educationsView} counted_education on counted_education.id = counted_home.education_id
    where counted_home.education_part_id = ${sql.raw(result)}.education_part_id
    order by exists (select 1 from education_results enrolled where enrolled.user_id = ${sql.raw(result)}.user_id
        and enrolled.education_id = counted_home.education_id) desc,
      exists (select 1 from education_part_results enrolled_part where enrolled_part.user_id = ${sql.raw(result)}.user_id
        and enrolled_part.education_id = counted_home.education_id and enrolled_part.canceled = 0) desc,
      ${firstEducationOrder('counted_education')} limit 1))`

/**
 * SQL: the completed education results: `user_id`, `education_id`, `completed_at`, `valid_to_on`, and `completed`,
 * which is 1.
 */
export const completedEducations = sql`(
  select user_id, education_id, completed_at, valid_to_on, completed from education_results where completed = 1)`

/**
 * SQL: the moment after which completed parts count towards an education, as ISO text: the last completion of the
 * education while the person renews it, that is, has an open result of it too; else an empty text.
 */
export const countsFrom = (userId: number | SQL, educationId: number | SQL): SQL<string> => sql<string>`coalesce((
  select max(counted_completion.completed_at) from education_results counted_completion
  where counted_completion.user_id = ${userId} and counted_completion.education_id = ${educationId}
    and counted_completion.completed = 1
    and exists (select 1 from education_results renewed_result
      where renewed_result.user_id = ${userId} and renewed_result.education_id = ${educationId}
        and renewed_result.completed = 0)), '')`

/**
 * SQL: how many parts of an education a person has completed, in any education; while it is being renewed, only since
 * its last completion.
 */
export const partsCompleted = (userId: number | SQL, educationId: SQL): SQL<number> => sql<number>`(
  select count(*) from ${partsOfEducations} counted_link where counted_link.education_id = ${educationId} and exists (
    select 1 from education_part_results counted_result
    where counted_result.user_id = ${userId} and counted_result.education_part_id = counted_link.education_part_id
      and counted_result.completed = 1 and counted_result.canceled = 0
      and counted_result.completed_at > ${countsFrom(userId, educationId)}))`
