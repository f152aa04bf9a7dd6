import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationsView, firstEducationOrder, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { driverExamsView, educationOfExamFulfils } from '#api/catalogue/exams/views.ts'
import { isGivenFor, occasionsView, responsiblesOfOccasions } from '#api/catalogue/occasions/views.ts'
import { isEducationVisible } from '#api/catalogue/scope/education-scope.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { liveResults, partResultsView } from '#api/participation/results/views.ts'
import { educationOfTag } from '#api/participation/tags/views.ts'
import { educationsOfQueued } from '#api/participation/waiting-list/views.ts'
import { type EducationSelection, matchesSelection } from './education-selection-storage.ts'
import type { TimeWindow } from './rules.ts'

/** SQL condition: whether the exam feature is on. The calendar shows exams only then. */
export const isExamFeatureOn = featureIsOn('PracticalDriverExamination')

/**
 * SQL expression: the id of the first education that the row `occasions` is given for and that meets the condition on
 * `educations`. That of its tag comes first, then published ones; null when none meets it.
 */
export const selectEducationId = (condition: SQL): SQL => sql`(
  select educations.id from ${partsOfEducations} held_part join ${educationsView} educations on educations.id = held_part.education_id
  where ${isGivenFor('occasions', 'held_part')} and ${condition}
  order by educations.id is not ${educationOfTag('occasions')}, ${firstEducationOrder('educations')} limit 1)`

/**
 * SQL: id of the education that a person's sign-up to the row `occasions` or place in its queue is for; null without
 * either.
 */
const educationOfSeat = (userId: number) => sql`coalesce(
  (select r.education_id from ${liveResults} r
    where r.occasion_id = occasions.id and r.user_id = ${userId} order by r.id desc limit 1),
  (select queued.education_id from ${educationsOfQueued} queued
    where queued.occasion_id = occasions.id and queued.user_id = ${userId}))`

/**
 * SQL expression: the id of an education that the row `occasions` is given for and that meets the condition on
 * `educations`. The one that a person's sign-up or place in the queue is for comes first, else that of
 * `selectEducationId`; null when none meets it.
 */
export const selectEducationIdFor = (userId: number, condition: SQL): SQL => sql`(
  select educations.id from ${partsOfEducations} held_part join ${educationsView} educations on educations.id = held_part.education_id
  where ${isGivenFor('occasions', 'held_part')} and ${condition}
  order by educations.id is not ${educationOfSeat(userId)}, educations.id is not ${educationOfTag('occasions')},
    ${firstEducationOrder('educations')} limit 1)`

/**
 * SQL: 1 when the caller's live sign-up for the row `occasions` is approved, 0 while it waits; null without a live one.
 * Access is not checked here.
 */
export const ownSignUpApproval = ({ id }: Actor): SQL => sql`(
  select r.signed_up_at is not null from ${liveResults} r
  where r.occasion_id = occasions.id and r.user_id = ${id} order by r.id desc limit 1)`

/**
 * SQL: 1 when the caller's live sign-up for the row `driver_exams` is approved, 0 while it waits; null without a live
 * one.
 */
export const ownExamSignUpApproval = ({ id }: Actor): SQL => sql`(
  select r.signed_up_at is not null from ${liveResults} r
  where r.practical_driver_exam_id = driver_exams.id and r.user_id = ${id}
  order by r.id desc limit 1)`

/** SQL condition: whether the caller's sign-up was cancelled because the occasion was cancelled. */
const wasCanceledWithOccasion = ({ id }: Actor) => sql`exists (
  select 1 from ${partResultsView} r
  where r.occasion_id = occasions.id and r.user_id = ${id} and r.canceled = 1 and r.changed_at >= occasions.canceled_at)`

const leads = ({ id }: Actor) =>
  sql`exists (select 1 from ${responsiblesOfOccasions} r where r.occasion_id = occasions.id and r.user_id = ${id})`

/**
 * SQL condition: the caller has a live sign-up for the row `occasions`, approved or not, or had one until the occasion
 * was cancelled.
 */
export const isOwnOccasion = (actor: Actor): SQL => sql`(${ownSignUpApproval(actor)} is not null
  or (occasions.canceled_at is not null and ${wasCanceledWithOccasion(actor)}))`

const within = (name: string, { from, to }: TimeWindow) => {
  const table = sql.raw(name)
  return sql`${table}.ends_at >= ${from.toISOString()} and +${table}.starts_at <= ${to.toISOString()}`
}

/** Selects the occasions of a window that the caller takes part in or leads, and that meet the condition. */
function ownOccasions(actor: Actor, window: TimeWindow, narrowing: EducationSelection, condition: SQL): SQL {
  const { id } = actor
  const education = selectEducationId(
    sql`${matchesSelection(narrowing)} and (${isEducationVisible(actor)} or ${isOwnOccasion(actor)})`,
  )
  return sql`select occasions.starts_at, 0 as kind, occasions.id from ${occasionsView} occasions
    where occasions.id in (
        select occasion_id from ${partResultsView} where user_id = ${id} and occasion_id is not null
        union select occasion_id from ${responsiblesOfOccasions} where user_id = ${id})
      and ${within('occasions', window)}
      and ${condition}
      and ${education} is not null`
}

const ownExams = (actor: Actor, window: TimeWindow, narrowing: EducationSelection): SQL => sql`
  select driver_exams.starts_at, 1 as kind, driver_exams.id from ${driverExamsView} driver_exams
  where driver_exams.id in (select practical_driver_exam_id from ${liveResults}
      where user_id = ${actor.id} and practical_driver_exam_id is not null)
    and ${within('driver_exams', window)} and driver_exams.canceled_at is null and ${isExamFeatureOn}
    and ${educationOfExamFulfils(matchesSelection(narrowing))}`

/**
 * SQL query: the caller's own items that overlap the window and match the filter, in no order: `starts_at`, `kind` (0
 * occasion, 1 exam) and `id`. They are occasions with a live sign-up, cancelled ones that the caller was booked on or
 * leads, and uncancelled exams with a live sign-up, while their feature is on.
 */
export function selectOwnItems(actor: Actor, window: TimeWindow, narrowing: EducationSelection): SQL {
  const isShown = sql`(${isOwnOccasion(actor)} or (occasions.canceled_at is not null and ${leads(actor)}))`
  return sql`${ownOccasions(actor, window, narrowing, isShown)} union all ${ownExams(actor, window, narrowing)}`
}

/**
 * SQL query: the caller's own items that overlap the window and match the filter, in no order, with the columns of
 * `selectOwnItems`. Unlike there, cancelled occasions that the caller only leads are left out; those that the caller
 * was booked on stay.
 */
export const selectBookedItems = (actor: Actor, window: TimeWindow, narrowing: EducationSelection): SQL =>
  sql`${ownOccasions(actor, window, narrowing, isOwnOccasion(actor))} union all ${ownExams(actor, window, narrowing)}`

/**
 * SQL query: the ongoing and future items with a live sign-up of the caller, approved or not, in no order. The columns
 * are those of `selectOwnItems`. Cancelled occasions that the caller was booked on are among them; occasions that the
 * caller only leads are not. Exams only while their feature is on, without cancelled ones.
 */
export const selectUpcomingBookings = (actor: Actor, now: Date): SQL => sql`
  select occasions.starts_at, 0 as kind, occasions.id from ${occasionsView} occasions
  where occasions.id in (select occasion_id from ${partResultsView} where user_id = ${actor.id} and occasion_id is not null)
    and occasions.ends_at >= ${now.toISOString()} and ${isOwnOccasion(actor)}
  union all select driver_exams.starts_at, 1 as kind, driver_exams.id from ${driverExamsView} driver_exams
  where driver_exams.id in (select practical_driver_exam_id from ${liveResults}
      where user_id = ${actor.id} and practical_driver_exam_id is not null)
    and driver_exams.ends_at >= ${now.toISOString()} and driver_exams.canceled_at is null and ${isExamFeatureOn}`
