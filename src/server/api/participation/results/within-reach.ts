import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isAdministrator, isPermitted } from '#api/actor.ts'
import { driverExamsView, responsiblesOfDriverExams } from '#api/catalogue/exams/views.ts'
import { responsiblesOfOccasions } from '#api/catalogue/occasions/views.ts'
import { managedBy } from '#api/catalogue/scope/education-scope.ts'
import { answersFor, answersForBranch, isGuardianOf, looksAfter, taughtWithin } from '#api/people/reach/within-reach.ts'

type Id = number | SQL

/** Where a result belongs. */
export interface Place {
  userId: Id
  educationId: Id
  occasionId: Id
  /** Of a result on a practical driver examination. */
  examId?: Id | undefined
}

const answersForOccasion = (actor: Actor, occasionId: Id) =>
  sql`exists (select 1 from ${responsiblesOfOccasions} led_occasions
    where led_occasions.occasion_id = ${occasionId} and led_occasions.user_id = ${actor.id})`

const examines = (actor: Actor, examId: Id) => sql`exists (
  select 1 from ${driverExamsView} led_exams where led_exams.id = ${examId} and (led_exams.examiner_id = ${actor.id} or exists (
    select 1 from ${responsiblesOfDriverExams} led_by
    where led_by.driver_exam_id = led_exams.id and led_by.user_id = ${actor.id})))`

const any = (conditions: (SQL | null)[]): SQL => {
  const given = conditions.filter((condition) => condition !== null)
  return given.length > 0 ? sql`(${sql.join(given, sql` or `)})` : sql`false`
}

/** The actor may sign up, approve, mark attendance and cancel for the person there. */
export function organizes(actor: Actor, place: Place): SQL {
  if (isPermitted(actor, 'IntegrationWrite')) return sql`true`
  if (isAdministrator(actor)) {
    const named = place.examId === undefined ? null : examines(actor, place.examId)
    return any([answersForBranch(actor, place.userId), named])
  }
  const organized = any([
    managedBy(actor, place.educationId),
    'Educator' in actor.roles ? answersForOccasion(actor, place.occasionId) : null,
    'Educator' in actor.roles && place.examId !== undefined ? examines(actor, place.examId) : null,
  ])
  return sql`(${taughtWithin(actor, place.userId)} and ${organized})`
}

/** The actor may sign the person up without asking: somebody else is invited first. */
export const mayEnter = (actor: Actor, userId: Id): SQL =>
  isPermitted(actor, 'IntegrationWrite') ? sql`true` : looksAfter(actor, userId)

/** The actor may read the result there: the person's own, a child's, or one that the actor answers for. */
export const readsResult = (actor: Actor, place: Place): SQL =>
  any([
    sql`${place.userId} = ${actor.id}`,
    isGuardianOf(actor, place.userId),
    answersFor(actor, place.userId),
    organizes(actor, place),
  ])
