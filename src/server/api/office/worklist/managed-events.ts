import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isEducatorLevel } from '#api/actor.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { isRunBy } from '#api/catalogue/exams/storage.ts'
import { isReachable } from './storage.ts'

const never = sql`false`

/**
 * SQL condition on `occasions`: the actor leads the occasion or may manage it, and so may open its participant list.
 * False without a session, and for actors below educators.
 */
export const managesOccasion = (actor: Actor | null): SQL =>
  actor && isEducatorLevel(actor) ? isReachable(actor) : never

/**
 * SQL condition on `driver_exams`: the actor manages the exam's education, or is its examiner or responsible. False
 * without a session, and for actors below educators.
 */
export function managesExam(actor: Actor | null): SQL {
  if (!actor || !isEducatorLevel(actor)) return never
  return sql`exists (select 1 from ${educationsView} educations
    where educations.id = driver_exams.education_id and ${isRunBy(actor)})`
}
