import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isAdministrator } from '#api/actor.ts'
import { driverExamsView, responsiblesOfDriverExams } from '#api/catalogue/exams/views.ts'
import { responsiblesOfOccasions } from '#api/catalogue/occasions/views.ts'
import { managesEducation } from '#api/catalogue/scope/education-scope.ts'
import {
  administers,
  administersBranchOf,
  canAccountWrite,
  isGuardianOf,
  isInEducatorScope,
  looksAfter,
} from '#api/people/reach/within-reach.ts'

type Id = number | SQL

/** The person, education, occasion and exam of a result, as ids or SQL. */
export interface ResultPlace {
  userId: Id
  educationId: Id
  occasionId: Id
  /** Absent when the result cannot be of an exam. */
  examId?: Id | undefined
}

const answersForOccasion = (actor: Actor, occasionId: Id) =>
  sql`exists (select 1 from ${responsiblesOfOccasions} led_occasions
    where led_occasions.occasion_id = ${occasionId} and led_occasions.user_id = ${actor.id})`

const examines = (actor: Actor, examId: Id) => sql`exists (
  select 1 from ${driverExamsView} led_exams where led_exams.id = ${examId} and (led_exams.examiner_id = ${actor.id} or exists (
    select 1 from ${responsiblesOfDriverExams} led_by
    where led_by.driver_exam_id = led_exams.id and led_by.user_id = ${actor.id})))`

const anyOf = (conditions: (SQL | null)[]): SQL => {
  const applicable = conditions.filter((condition) => condition !== null)
  return applicable.length > 0 ? sql`(${sql.join(applicable, sql` or `)})` : sql`false`
}

/**
 * SQL condition: the actor may sign up, approve, note attendance and cancel for the person at that education, occasion
 * or exam. An administrator may within their branch, or as examiner; an educator within their organisations, for an
 * education that they manage or an occasion or exam that they lead; an account with `IntegrationWrite` for the people
 * whom it reaches.
 */
export function canOrganize(actor: Actor, place: ResultPlace): SQL {
  if (actor.integration) return canAccountWrite(actor, place.userId)
  if (isAdministrator(actor)) {
    const examiner = place.examId === undefined ? null : examines(actor, place.examId)
    return anyOf([administersBranchOf(actor, place.userId), examiner])
  }
  const organized = anyOf([
    managesEducation(actor, place.educationId),
    'Educator' in actor.roles ? answersForOccasion(actor, place.occasionId) : null,
    'Educator' in actor.roles && place.examId !== undefined ? examines(actor, place.examId) : null,
  ])
  return sql`(${isInEducatorScope(actor, place.userId)} and ${organized})`
}

/**
 * SQL condition: the actor looks after the person, and so may sign the person up directly. People for whom it is false
 * must be sent an invitation first. An integration account must be allowed to write for the person.
 */
export const canSignUpDirectly = (actor: Actor, userId: Id): SQL =>
  actor.integration ? canAccountWrite(actor, userId) : looksAfter(actor, userId)

/** SQL: the actor may read the result: an own one, a child's, or one that the actor answers for. */
export const canReadResult = (actor: Actor, place: ResultPlace): SQL =>
  anyOf([
    sql`${place.userId} = ${actor.id}`,
    isGuardianOf(actor, place.userId),
    administers(actor, place.userId),
    canOrganize(actor, place),
  ])
