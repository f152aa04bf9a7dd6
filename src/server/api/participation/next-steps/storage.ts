import { type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import {
  educationsView,
  partsOfEducations,
  prerequisitesOfEducations,
  prerequisitesOfParts,
} from '#api/catalogue/educations/views.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { isOpenToPerson, isTied, occasionsView, openOccasions } from '#api/catalogue/occasions/views.ts'
import { isForQueue } from '#api/catalogue/scope/contributed-results.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { seatsBeingPaid } from '#api/participation/results/seats-being-paid.ts'
import { completedEducations, countsFrom, liveResults } from '#api/participation/results/views.ts'
import { submissionsView } from '#api/participation/submissions/views.ts'
import { eligibleGuardianIds } from '#api/people/guardians/eligible-guardians.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { PartFacts, StepFacts } from './rules.ts'

/** SQL for the person, the education and the time of the facts. Columns of an outer query: each is used many times. */
interface StepScope {
  userId: SQL
  educationId: SQL
  /** The current time as ISO text. */
  now: SQL
  /** The latest birth date of an adult. */
  bornBy: SQL
}

const openExams = (now: SQL) => sql`(
  select null as occasion_id, open_exam.fee_minor, open_exam.education_id, open_exam.education_part_id, open_exam.starts_at, open_exam.city,
    open_exam.blocked_for_external_users
  from ${driverExamsView} open_exam
  where open_exam.canceled_at is null and open_exam.starts_at > ${now}
    and coalesce(open_exam.last_sign_up_at, open_exam.starts_at) >= ${now}
    and (open_exam.max_participants is null or open_exam.max_participants > (
      select count(*) from ${liveResults} exam_seat where exam_seat.practical_driver_exam_id = open_exam.id))
    and ${featureIsOn('PracticalDriverExamination')})`

/** SQL: the first date of the part that meets a condition on `step_date`. One level only: SQLite limits the depth. */
const firstOf = (dates: SQL, condition: SQL) => sql`(
  select json_object('occasionId', step_date.occasion_id, 'startsAt', step_date.starts_at, 'city', step_date.city,
    'feeMinor', step_date.fee_minor) from ${dates} step_date
  where step_date.education_id = of_step.id and step_date.education_part_id = part_of_step.id and ${condition}
    and ${isOpenToPerson('step_date', sql`person_of_step.is_external`)}
  order by step_date.starts_at limit 1)`

/**
 * SQL condition: no other date of the set of `step_date` is of a part that the person is signed up for. The sign-up to
 * the set would be refused.
 */
const isSetUntaken = (userId: SQL) => sql`not exists (
  select 1 from ${occasionsView} step_chosen
  join ${occasionsView} step_along on step_along.tag_id = step_chosen.tag_id and step_along.id <> step_chosen.id
    and step_along.canceled_at is null
  join ${liveResults} step_taken on step_taken.education_part_id = step_along.education_part_id
    and step_taken.user_id = ${userId} and step_taken.completed = 0
  where step_chosen.id = step_date.occasion_id and ${isTied('step_chosen')})`

/** SQL condition: a seat of `step_date` is free, and not for the queue, and the person may sign up to its set. */
const isOffered = (userId: SQL) => sql`step_date.has_available_seat and ${isSetUntaken(userId)}
    and not ${isForQueue(sql`step_date.occasion_id`)}`

const opening = ({ userId, now }: StepScope) => sql`case part_of_step.type
  when 0 then ${firstOf(openOccasions(now), isOffered(userId))}
  when 2 then ${firstOf(openExams(now), sql`true`)} end`

const isCompleted = (userId: SQL, partId: SQL, after: SQL) => sql`exists (
  select 1 from ${liveResults} step_done where step_done.user_id = ${userId} and step_done.education_part_id = ${partId}
    and step_done.completed = 1 and step_done.completed_at > ${after})`

const lastCompletion = (userId: SQL, educationId: SQL) => sql`coalesce((
  select max(step_completion.completed_at) from ${completedEducations} step_completion
  where step_completion.user_id = ${userId} and step_completion.education_id = ${educationId}), '')`

const signUp = (userId: SQL) => sql`(
  select json_object('approved', step_sign_up.signed_up_at is not null,
    'occasionId', step_sign_up.occasion_id, 'startsAt', coalesce(step_occasion.starts_at, step_exam.starts_at),
    'endsAt', coalesce(step_occasion.ends_at, step_exam.ends_at), 'city', coalesce(step_occasion.city, step_exam.city),
    'submission', (select status from ${submissionsView} step_submission
      where step_submission.education_part_result_id = step_sign_up.id))
  from ${liveResults} step_sign_up
  left join ${occasionsView} step_occasion on step_occasion.id = step_sign_up.occasion_id
    and step_occasion.canceled_at is null
  left join ${driverExamsView} step_exam on step_exam.id = step_sign_up.practical_driver_exam_id
    and step_exam.canceled_at is null
  where step_sign_up.user_id = ${userId} and step_sign_up.education_part_id = part_of_step.id and step_sign_up.completed = 0
  order by step_sign_up.signed_up_at is null, step_sign_up.id desc limit 1)`

const parts = (scope: StepScope, { userId, educationId, now } = scope) => sql`(
  select json_group_array(json(facts)) from (
    select json_object('id', part_of_step.id, 'title', part_of_step.title, 'type', part_of_step.type,
      'mandatory', part_of_step.mandatory, 'feeMinor', part_of_step.fee_minor,
      'completedAgain', ${isCompleted(userId, sql`part_of_step.id`, lastCompletion(userId, educationId))},
      'completed', ${isCompleted(userId, sql`part_of_step.id`, countsFrom(userId, educationId))},
      'locked', exists (select 1 from ${prerequisitesOfParts} step_prerequisite
        where step_prerequisite.education_id = of_step.id and step_prerequisite.education_part_id = part_of_step.id
          and not ${isCompleted(userId, sql`step_prerequisite.prerequisite_part_id`, sql`''`)}),
      'signUp', json(${signUp(userId)}),
      'payment', json((select json_object('id', payment_id, 'isByGuardian',
          step_hold.payer_user_id <> ${userId} or step_hold.requested_by_user_id is not null)
        from ${seatsBeingPaid} step_hold where step_hold.user_id = ${userId} and step_hold.expires_at > ${now}
          and step_hold.education_part_id = part_of_step.id limit 1)),
      'opening', json(${opening(scope)})) as facts
    from ${partsOfEducations} step_link
    join ${educationPartsView} part_of_step on part_of_step.id = step_link.education_part_id
    where step_link.education_id = of_step.id order by step_link.position, part_of_step.id))`

/**
 * SQL expression: the facts that decide a person's next step in an education, as JSON text for `parseStepFacts`; null
 * for an unknown person or education. `scope` has them as SQL, the moment, and the latest date of birth of an adult
 * then. Subqueries are wrapped in `json`: SQLite forgets that a value is JSON when it passes a sorter.
 */
export const stepFacts = (scope: StepScope): SQL<string> => sql<string>`(
  select json_object('educationId', of_step.id, 'isOpen', of_step.published_at is not null and of_step.archived_at is null,
    'blockedForExternalUsers', of_step.blocked_for_external_users, 'minAge', of_step.min_age, 'maxAge', of_step.max_age,
    'guardianRequiredUnderAge', of_step.guardian_required_under_age,
    'isExternal', person_of_step.is_external, 'birthOn', person_of_step.birth_on,
    'guardians', json(${eligibleGuardianIds(scope.userId, scope.bornBy)}),
    'completed', exists (select 1 from ${completedEducations} step_whole
      where step_whole.user_id = ${scope.userId} and step_whole.education_id = of_step.id)
      and ${countsFrom(scope.userId, scope.educationId)} = '',
    'before', json((select json_group_array(json_object('id', step_before.id, 'title', step_before.title))
      from ${prerequisitesOfEducations} step_required
      join ${educationsView} step_before on step_before.id = step_required.prerequisite_education_id
      where step_required.education_id = of_step.id and not exists (select 1 from ${completedEducations} step_had
        where step_had.user_id = ${scope.userId} and step_had.education_id = step_before.id))),
    'parts', json(${parts(scope)}))
  from ${educationsView} of_step join ${peopleView} person_of_step on person_of_step.id = ${scope.userId}
  where of_step.id = ${scope.educationId})`

type Flag = 0 | 1

interface StoredPart extends Pick<PartFacts, 'id' | 'title' | 'type' | 'feeMinor'> {
  mandatory: Flag
  completed: Flag
  completedAgain: Flag
  locked: Flag
  payment: { id: string; isByGuardian: Flag } | null
  signUp: {
    approved: Flag
    occasionId: number | null
    startsAt: string | null
    endsAt: string | null
    city: string | null
    submission: number | null
  } | null
  opening: { occasionId: number | null; startsAt: string; city: string; feeMinor: number } | null
}

/** The parsed JSON of `stepFacts`. */
export interface StoredFacts
  extends Pick<StepFacts, 'educationId' | 'minAge' | 'maxAge' | 'guardianRequiredUnderAge' | 'before'> {
  isOpen: Flag
  blockedForExternalUsers: Flag
  isExternal: Flag
  birthOn: string | null
  guardians: number[]
  completed: Flag
  parts: StoredPart[]
}

function placeFrom({ occasionId, startsAt, endsAt, city }: NonNullable<StoredPart['signUp']>) {
  if (startsAt === null || endsAt === null) return null
  return { occasionId, startsAt: new Date(startsAt), endsAt: new Date(endsAt), city: city ?? '' }
}

const partFrom = ({ signUp: own, opening: first, payment, ...part }: StoredPart): PartFacts => ({
  ...part,
  mandatory: part.mandatory === 1,
  completed: part.completed === 1,
  completedAgain: part.completedAgain === 1,
  locked: part.locked === 1,
  signUp: own && { approved: own.approved === 1, place: placeFrom(own), submission: own.submission },
  payment: payment && { id: payment.id, isByGuardian: payment.isByGuardian === 1 },
  opening: first && { ...first, startsAt: new Date(first.startsAt) },
})

/**
 * Parses the JSON text that the SQL of `stepFacts` selects, which must not be null; `now` becomes the moment of the
 * facts.
 */
export const parseStepFacts = (stored: string, now: Date): StepFacts =>
  toStepFacts(JSON.parse(stored) as StoredFacts, now)

/**
 * Converts the parsed JSON of `stepFacts` to the facts that the rules take. 0 and 1 become booleans, ISO texts dates,
 * the list of guardians `hasGuardian`, and `now` the moment of the facts.
 */
export function toStepFacts({ isExternal, birthOn, guardians, ...facts }: StoredFacts, now: Date): StepFacts {
  return {
    ...facts,
    now,
    isOpen: facts.isOpen === 1,
    blockedForExternalUsers: facts.blockedForExternalUsers === 1,
    completed: facts.completed === 1,
    person: { isExternal: isExternal === 1, birthOn, hasGuardian: guardians.length > 0 },
    parts: facts.parts.map(partFrom),
  }
}
