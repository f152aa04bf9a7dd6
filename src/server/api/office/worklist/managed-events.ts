import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isEducatorLevel } from '#api/actor.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { isRunBy } from '#api/catalogue/exams/storage.ts'
import { isReachable } from './storage.ts'

const never = sql`false`

/** SQL condition on `occasions`: the actor may open its participant list; false for callers who manage no occasion. */
export const managesOccasion = (actor: Actor | null): SQL =>
  actor && isEducatorLevel(actor) ? isReachable(actor) : never

/** SQL condition on `driver_exams`: the actor manages its education, or examines. */
export function managesExam(actor: Actor | null): SQL {
  if (!actor || !isEducatorLevel(actor)) return never
  return sql`exists (select 1 from ${educationsView} educations
    where educations.id = driver_exams.education_id and ${isRunBy(actor)})`
}
