import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isAdministrator } from '#api/actor.ts'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { driverExamsView, responsiblesOfDriverExams } from '#api/catalogue/exams/views.ts'
import { occasionsView, responsiblesOfOccasions } from '#api/catalogue/occasions/views.ts'
import { isResponsibleForEducation, managesOrIsResponsible } from '#api/catalogue/scope/education-scope.ts'
import { portalConfigurationView } from '#api/foundation/portal-configuration/views.ts'
import type { PersonId } from '#api/people/reach/within-reach.ts'

/** SQL: the portal's setting `reachMonths`; 12 before it is first saved. */
const reachMonths = sql`coalesce((
  select json_extract(reach_settings.configuration, '$.reachMonths') from ${portalConfigurationView} reach_settings), 12)`

const ago = (span: SQL) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || ${span})`

/** SQL: results that ended before this moment give no reach over the person. */
const reachBegins = ago(sql`${reachMonths} || ' months'`)

/** SQL: bookings that end after this moment are live, so that results can be settled for 30 days afterwards. */
export const liveBookingsSince = ago(sql`'30 days'`)

/** SQL: the actor answers for the education, or as an educator manages it through the lists of the role. */
const teachesEducation = (actor: Actor, educationId: SQL): SQL =>
  // Administrators manage every education, but only the people of their branch.
  isAdministrator(actor) ? isResponsibleForEducation(actor, educationId) : managesOrIsResponsible(actor, educationId)

/**
 * SQL condition: the education with this id has a minimum age, or an age under which a guardian is required. A maximum
 * age does not count.
 */
export const hasAgeRule = (educationId: SQL) => sql`exists (select 1 from ${educationsView} aged_education
  where aged_education.id = ${educationId}
    and (aged_education.min_age is not null or aged_education.guardian_required_under_age is not null))`

/** SQL: the columns of `selectReachRows`: `is_live` (the booking is live) and `has_age_rule` (of the education). */
const columns = (isLive: SQL, isAged: SQL) => sql`${isLive} as is_live, ${isAged} as has_age_rule`

const partResults = sql`education_part_results taken_parts
  left join ${occasionsView} taken_days on taken_days.id = taken_parts.occasion_id
  left join ${driverExamsView} taken_exams on taken_exams.id = taken_parts.practical_driver_exam_id`

const placeEnds = sql`coalesce(taken_days.ends_at, taken_exams.ends_at)`
const isLivePart = sql`coalesce(${placeEnds} > ${liveBookingsSince}, taken_parts.completed = 0)`

/**
 * SQL: the row gives reach over the person: not cancelled, and not ended too long ago. Without a date, its last change
 * counts.
 */
const givesReach = (userId: PersonId) => sql`taken_parts.user_id = ${userId} and taken_parts.canceled = 0
  and coalesce(${placeEnds}, taken_parts.completed_at, taken_parts.changed_at) > ${reachBegins}`

/**
 * SQL: a person's results by which the actor, who teaches or examines the person, may see the person, in four queries
 * for a union: by part, by education, by occasion, by exam. Cancelled ones, and those that ended too long ago, are left
 * out. Each row has `is_live` (the booking is live) and `has_age_rule` (of the education), 0 or 1.
 */
export function selectReachRows(actor: Actor, userId: PersonId): SQL[] {
  const educationId = sql`taken_educations.education_id`
  return [
    sql`select ${columns(isLivePart, hasAgeRule(sql`taken_links.education_id`))} from ${partResults}
      join ${partsOfEducations} taken_links on taken_links.education_part_id = taken_parts.education_part_id
      where ${givesReach(userId)}
        and (taken_parts.education_id is null or taken_parts.education_id = taken_links.education_id)
        and ${teachesEducation(actor, sql`taken_links.education_id`)}`,
    sql`select ${columns(sql`taken_educations.completed = 0`, hasAgeRule(educationId))} from education_results taken_educations
      where taken_educations.user_id = ${userId}
        and coalesce(taken_educations.completed_at, taken_educations.changed_at) > ${reachBegins}
        and ${teachesEducation(actor, educationId)}`,
    sql`select ${columns(isLivePart, hasAgeRule(sql`taken_parts.education_id`))} from ${partResults}
      join ${responsiblesOfOccasions} day_leaders on day_leaders.occasion_id = taken_parts.occasion_id
      where ${givesReach(userId)} and day_leaders.user_id = ${actor.id}`,
    // Whether a driver needs an adult depends on age, so every exam counts as having an age rule.
    sql`select ${columns(isLivePart, sql`1`)} from ${partResults}
      where ${givesReach(userId)} and (taken_exams.examiner_id = ${actor.id} or exists (
        select 1 from ${responsiblesOfDriverExams} exam_leaders
        where exam_leaders.driver_exam_id = taken_exams.id and exam_leaders.user_id = ${actor.id}))`,
  ]
}

/** SQL: the actor is the person's guardian at an exam, coming or over, whose sign-up is not cancelled. */
export const isExamGuardian = (actor: Actor, userId: PersonId): SQL => sql`exists (
  select 1 from education_part_results accompanied
  where accompanied.guardian_user_id = ${actor.id} and accompanied.user_id = ${userId} and accompanied.canceled = 0)`
