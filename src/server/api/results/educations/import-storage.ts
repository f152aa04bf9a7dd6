import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { Ctx } from '../../context.ts'
import { educationResults } from '../table.ts'

const imported = 1

/**
 * Completes an education for each `user_id`, `education_id` and `completed_at` that a query gives. A result that waits is completed; what is
 * completed stays as it is, so that it may be done again.
 */
export function completeImported(ctx: Ctx<null>, wanted: SQL, registeredBy: number): Statement[] {
  const now = ctx.now.toISOString()
  const theirs = sql`select w.completed_at from (${wanted}) w
    where w.user_id = education_results.user_id and w.education_id = education_results.education_id`
  const validTo = (completedAt: SQL, educationId: SQL) =>
    sql`(select date(${completedAt}, '+' || imported_education.validity_months || ' months', 'floor')
      from educations imported_education where imported_education.id = ${educationId})`
  const completedBefore = (
    userId: SQL,
    educationId: SQL,
  ) => sql`exists (select 1 from education_results completed_before
    where completed_before.user_id = ${userId} and completed_before.education_id = ${educationId}
      and completed_before.completed = 1)`
  return [
    ctx.db.query
      .update(educationResults)
      .set({
        completed: true,
        // Text in SQL, a date to Drizzle.
        completedAt: sql`(${theirs})`,
        validToOn: validTo(sql`(${theirs})`, sql`education_results.education_id`),
        source: imported,
        registeredByUserId: registeredBy,
        changedAt: ctx.now,
      })
      .where(
        sql`completed = 0 and exists (${theirs})
          and not ${completedBefore(sql`education_results.user_id`, sql`education_results.education_id`)}`,
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
        validToOn: validTo(sql`w.completed_at`, sql`w.education_id`),
        createdAt: now,
        changedAt: now,
      },
      sql`from (${wanted}) w where not ${completedBefore(sql`w.user_id`, sql`w.education_id`)}`,
    ),
  ]
}
