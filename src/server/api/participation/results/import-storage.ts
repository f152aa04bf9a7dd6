import { type SQL, sql } from 'drizzle-orm'
import { educationsView } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import { educationResults } from '#api/participation/results/table.ts'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'

const imported = 1

/**
 * Completes an education for each `user_id`, `education_id` and `completed_at` that a query gives. A result that waits is completed; what is
 * completed stays as it is, so that it may be done again.
 */
export function completeImported(ctx: Ctx<null>, wanted: SQL, registeredBy: number): Statement[] {
  const now = ctx.now.toISOString()
  const validTo = sql`(select date(w.completed_at, '+' || imported_education.validity_months || ' months', 'floor')
    from ${educationsView} imported_education where imported_education.id = w.education_id)`
  const completedBefore = sql`exists (select 1 from education_results completed_before
    where completed_before.user_id = w.user_id and completed_before.education_id = w.education_id
      and completed_before.completed = 1)`
  return [
    // The few rows that are wanted lead to the results that wait; the other way about every result that waits is asked whether it is wanted.
    ctx.db.query
      .update(educationResults)
      .set({
        completed: true,
        // Text in SQL, a date to Drizzle.
        completedAt: sql`w.completed_at`,
        validToOn: validTo,
        source: imported,
        registeredByUserId: registeredBy,
        changedAt: ctx.now,
      })
      .from(sql`(${wanted}) w`)
      .where(
        sql`education_results.user_id = w.user_id and education_results.education_id = w.education_id
          and education_results.completed = 0 and not ${completedBefore}`,
      ),
    // The database gives each its code.
    insertFrom(
      ctx.db.query,
      educationResults,
      {
        userId: sql`w.user_id`,
        educationId: sql`w.education_id`,
        completed: 1,
        completedAt: sql`w.completed_at`,
        signedUpAt: now,
        source: imported,
        registeredByUserId: registeredBy,
        validToOn: validTo,
        createdAt: now,
        changedAt: now,
      },
      sql`from (${wanted}) w where not ${completedBefore}`,
    ),
  ]
}
