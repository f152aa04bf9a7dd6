import { type SQL, sql } from 'drizzle-orm'
import { educationsView } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { selectPortalDay } from '#api/zone-sql.ts'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'

const imported = 1

/**
 * Returns the statements that complete an education for each row of a query with `user_id`, `education_id` and
 * `completed_at` (ISO text). Completes the open result, or inserts a completed one, as imported by the user
 * `registeredBy`, with its validity. Skips people who have completed the education before, so that the import can be
 * repeated. The day of sign-up is at the latest that of completion; a trigger generates the verification codes.
 */
export function completeImported(ctx: Ctx<null>, importedRows: SQL, registeredBy: number): Statement[] {
  const now = ctx.now.toISOString()
  const validTo = sql`(select date(${selectPortalDay(sql`imported_row.completed_at`)}, '+' || imported_education.validity_months || ' months', 'floor')
    from ${educationsView} imported_education where imported_education.id = imported_row.education_id)`
  const completedBefore = sql`exists (select 1 from education_results completed_before
    where completed_before.user_id = imported_row.user_id and completed_before.education_id = imported_row.education_id
      and completed_before.completed = 1)`
  return [
    // Driven by the imported rows, which are few: driven by the open results, SQLite would read all of them.
    ctx.db.query
      .update(educationResults)
      .set({
        completed: true,
        // The column holds ISO text, which Drizzle types as a date.
        completedAt: sql`imported_row.completed_at`,
        signedUpAt: sql`min(coalesce(education_results.signed_up_at, imported_row.completed_at), imported_row.completed_at)`,
        validToOn: validTo,
        source: imported,
        registeredByUserId: registeredBy,
        changedAt: ctx.now,
      })
      .from(sql`(${importedRows}) imported_row`)
      .where(
        sql`education_results.user_id = imported_row.user_id and education_results.education_id = imported_row.education_id
          and education_results.completed = 0 and not ${completedBefore}`,
      ),
    // A trigger generates the verification codes.
    insertFrom(
      ctx.db.query,
      educationResults,
      {
        userId: sql`imported_row.user_id`,
        educationId: sql`imported_row.education_id`,
        completed: 1,
        completedAt: sql`imported_row.completed_at`,
        // The day of the import is no sign-up: the overview would count it this year, and as under way.
        signedUpAt: sql`imported_row.completed_at`,
        source: imported,
        registeredByUserId: registeredBy,
        validToOn: validTo,
        createdAt: now,
        changedAt: now,
      },
      sql`from (${importedRows}) imported_row where not ${completedBefore}`,
    ),
  ]
}
