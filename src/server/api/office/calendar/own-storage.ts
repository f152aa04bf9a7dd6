import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { driverExamsView, educationOfExamFulfils } from '#api/catalogue/exams/views.ts'
import { isGivenFor, occasionsView, responsiblesOfOccasions } from '#api/catalogue/occasions/views.ts'
import { visibleTo } from '#api/catalogue/scope/education-scope.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { liveResults, partResultsView } from '#api/participation/results/views.ts'
import { matching, type Narrowing } from './narrowing-storage.ts'
import type { Window } from './rules.ts'

/** Practical examinations are in the calendar while the feature is on. */
export const examsAreOn = featureIsOn('PracticalDriverExamination')

/** Of the educations that an occasion is given for, the first that fits; a published one before others. */
export const educationWhere = (condition: SQL): SQL => sql`(
  select educations.id from ${partsOfEducations} held_part join ${educationsView} educations on educations.id = held_part.education_id
  where ${isGivenFor('occasions', 'held_part')} and ${condition}
  order by educations.published_at is null, educations.id limit 1)`

/** Whether the caller's live sign-up there is approved; null without one. */
export const liveSignUp = ({ id }: Actor): SQL => sql`(
  select r.signed_up_at is not null from ${liveResults} r
  where r.occasion_id = occasions.id and r.user_id = ${id} order by r.id desc limit 1)`

export const liveExamSignUp = ({ id }: Actor): SQL => sql`(
  select r.signed_up_at is not null from ${liveResults} r
  where r.practical_driver_exam_id = driver_exams.id and r.user_id = ${id}
  order by r.id desc limit 1)`

/** A sign-up that fell with the occasion itself. */
const fallenSignUp = ({ id }: Actor) => sql`exists (
  select 1 from ${partResultsView} r
  where r.occasion_id = occasions.id and r.user_id = ${id} and r.canceled = 1 and r.changed_at >= occasions.canceled_at)`

const leads = ({ id }: Actor) =>
  sql`exists (select 1 from ${responsiblesOfOccasions} r where r.occasion_id = occasions.id and r.user_id = ${id})`

/** The caller was to be there, be it canceled since or not. */
export const isOwn = (actor: Actor): SQL => sql`(${liveSignUp(actor)} is not null
  or (occasions.canceled_at is not null and ${fallenSignUp(actor)}))`

const within = (name: string, { from, to }: Window) => {
  const table = sql.raw(name)
  return sql`${table}.ends_at >= ${from.toISOString()} and +${table}.starts_at <= ${to.toISOString()}`
}

/** A canceled occasion is news for those who were to be there and those who lead it, and for nobody else. */
function ownOccasions(actor: Actor, window: Window, narrowing: Narrowing): SQL {
  const { id } = actor
  const education = educationWhere(sql`${matching(narrowing)} and (${visibleTo(actor)} or ${isOwn(actor)})`)
  return sql`select occasions.starts_at, 0 as kind, occasions.id from ${occasionsView} occasions
    where occasions.id in (
        select occasion_id from ${partResultsView} where user_id = ${id} and occasion_id is not null
        union select occasion_id from ${responsiblesOfOccasions} where user_id = ${id})
      and ${within('occasions', window)}
      and (${isOwn(actor)} or (occasions.canceled_at is not null and ${leads(actor)}))
      and ${education} is not null`
}

const ownExams = (actor: Actor, window: Window, narrowing: Narrowing): SQL => sql`
  select driver_exams.starts_at, 1 as kind, driver_exams.id from ${driverExamsView} driver_exams
  where driver_exams.id in (select practical_driver_exam_id from ${liveResults}
      where user_id = ${actor.id} and practical_driver_exam_id is not null)
    and ${within('driver_exams', window)} and driver_exams.canceled_at is null and ${examsAreOn}
    and ${educationOfExamFulfils(matching(narrowing))}`

/** When, kind and id of what the caller is on, or was until it was canceled. */
export const ownIn = (actor: Actor, window: Window, narrowing: Narrowing): SQL =>
  sql`${ownOccasions(actor, window, narrowing)} union all ${ownExams(actor, window, narrowing)}`

/** When, kind and id of what the caller is booked on, under way or to come. */
export const bookedFrom = ({ id }: Actor, now: Date): SQL => sql`
  select occasions.starts_at, 0 as kind, occasions.id from ${occasionsView} occasions
  where occasions.id in (select occasion_id from ${liveResults} where user_id = ${id} and occasion_id is not null)
    and occasions.ends_at >= ${now.toISOString()} and occasions.canceled_at is null
  union all select driver_exams.starts_at, 1 as kind, driver_exams.id from ${driverExamsView} driver_exams
  where driver_exams.id in (select practical_driver_exam_id from ${liveResults}
      where user_id = ${id} and practical_driver_exam_id is not null)
    and driver_exams.ends_at >= ${now.toISOString()} and driver_exams.canceled_at is null and ${examsAreOn}`
