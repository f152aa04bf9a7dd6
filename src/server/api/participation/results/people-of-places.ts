import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isAdministrator } from '#api/actor.ts'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { occasionsOfEducations, occasionsView, responsiblesOfOccasions } from '#api/catalogue/occasions/views.ts'
import { managesOrIsResponsible } from '#api/catalogue/scope/education-scope.ts'
import type { PlaceConditions } from '#api/people/user-management/lists/places.ts'
import type { Database } from '#platform/database.ts'

/** SQL: the `ResultState` in an education of the person of a row of `users`; null without a result. */
const stateInEducation = (educationId: number): SQL => {
  const whole = sql`select 1 from education_results r where r.user_id = users.id and r.education_id = ${educationId}`
  const parts = sql`select 1 from education_part_results r where r.user_id = users.id
    and r.education_part_id in (select education_part_id from ${partsOfEducations} where education_id = ${educationId})
    and (r.education_id is null or r.education_id = ${educationId})`
  return sql`(case
    when exists (${whole} and r.completed = 1) then 2
    when exists (${whole}) or exists (${parts} and r.canceled = 0 and (r.signed_up_at is not null or r.completed = 1)) then 0
    when exists (${parts} and r.canceled = 0) then 1
    when exists (${parts}) then 4
  end)`
}

const completedInEducation = (educationId: number): SQL => sql`(
  select max(r.completed_at) from education_results r
  where r.user_id = users.id and r.education_id = ${educationId} and r.completed = 1
)`

/** SQL: the ids of all people with a result on the education or on one of its parts. */
const peopleOfEducation = (educationId: number): SQL => sql`
  select user_id from education_results where education_id = ${educationId}
  union select user_id from education_part_results where education_part_id in (
    select education_part_id from ${partsOfEducations} where education_id = ${educationId})`

const peopleOfOccasion = (occasionId: number): SQL =>
  sql`select distinct user_id from education_part_results where occasion_id = ${occasionId}`

// Prefers a live sign-up to cancelled ones, of which there may be several. The `+` prevents SQLite from using the index
// of
// occasions: it searches the person's results instead of reading all participants for each person.
const onOccasion = (selected: SQL, occasionId: number): SQL => sql`(
  select ${selected} from education_part_results r where r.user_id = users.id and +r.occasion_id = ${occasionId}
  order by r.canceled, r.changed_at desc limit 1
)`

/** SQL: the `ResultState` on an occasion of the person of a row of `users`; null without a result. */
const stateOnOccasion = (occasionId: number): SQL =>
  onOccasion(
    sql`case when r.canceled = 1 then 4 when r.completed = 1 then 2 when r.attended = 1 then 3
      when r.signed_up_at is null then 1 else 0 end`,
    occasionId,
  )

const completedOnOccasion = (occasionId: number): SQL =>
  onOccasion(sql`case when r.completed = 1 and r.canceled = 0 then r.completed_at end`, occasionId)

/**
 * Returns the SQL conditions by which lists of users show the people of an education: who has a result, the state and
 * the completion. `allowed` is whether the actor may list them: those who manage it or are responsible for it.
 */
export const educationPlace = (actor: Actor, educationId: number): PlaceConditions => ({
  allowed: sql`exists (select 1 from ${educationsView} educations where educations.id = ${educationId} and ${managesOrIsResponsible(actor)})`,
  people: peopleOfEducation(educationId),
  state: stateInEducation(educationId),
  completedAt: completedInEducation(educationId),
})

/**
 * Returns the SQL conditions by which lists of users show the people of an occasion: who has a sign-up, cancelled ones
 * too, the state and the completion. `allowed` is whether the actor may list them: administrators, those who lead the
 * occasion, and those who manage or are responsible for an education that it is given for.
 */
export const occasionPlace = (actor: Actor, occasionId: number): PlaceConditions => ({
  allowed: answersForOccasion(actor, occasionId),
  people: peopleOfOccasion(occasionId),
  state: stateOnOccasion(occasionId),
  completedAt: completedOnOccasion(occasionId),
})

const answersForOccasion = (actor: Actor, occasionId: number): SQL => sql`exists (
  select 1 from ${occasionsView} occasions where occasions.id = ${occasionId} and (${isAdministrator(actor) ? sql`true` : sql`false`}
    or exists (select 1 from ${responsiblesOfOccasions} r where r.occasion_id = occasions.id and r.user_id = ${actor.id})
    or exists (select 1 from ${occasionsOfEducations} given_for
      where given_for.occasion_id = occasions.id and ${managesOrIsResponsible(actor, sql`given_for.education_id`)}))
)`

/**
 * Reads the ids of all people who have completed a part for an education, or without one. Access is not checked here.
 */
export async function listCompletersOfPart(
  db: Database,
  educationId: number,
  educationPartId: number,
): Promise<Set<number>> {
  const rows = await db.rows<{ userId: number }>(sql`
    select distinct user_id as userId from education_part_results
    where education_part_id = ${educationPartId} and completed = 1 and canceled = 0
      and (education_id is null or education_id = ${educationId})`)
  return new Set(rows.map(({ userId }) => userId))
}
