import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import type { Statement } from '#platform/database.ts'
import { educationResults } from './table.ts'

/** The fields of an open result that an import overwrites. */
export interface OpenResult {
  signedUpAt: string | null
  source: number
  registeredByUserId: number | null
}

/** SQL: the open result of a person and an education as JSON (`OpenResult`); null when there is none. */
export const selectOpenResult = (userId: SQL, educationId: SQL): SQL<string | null> =>
  sql`(select json_object('signedUpAt', open_imported_result.signed_up_at, 'source', open_imported_result.source,
      'registeredByUserId', open_imported_result.registered_by_user_id)
    from education_results open_imported_result
    where open_imported_result.user_id = ${userId} and open_imported_result.education_id = ${educationId} and open_imported_result.completed = 0)`

/**
 * SQL: the imported result of a row is as the import left it, and can be taken back. The row `imported_row` has
 * `user_id`, `education_id`, `completed_at` and `applied_at` (ISO text), and `open_before` (JSON or null). A result
 * that was open before cannot be opened again beside a newer open one.
 */
export const isAsImported: SQL = sql`exists (select 1 from education_results imported
  where imported.user_id = imported_row.user_id and imported.education_id = imported_row.education_id
    and imported.completed = 1 and imported.source = 1 and imported.completed_at = imported_row.completed_at
    and imported.changed_at = imported_row.applied_at
    and (imported.created_at = imported_row.applied_at or (imported_row.open_before is not null
      and not exists (select 1 from education_results newer where newer.user_id = imported.user_id
        and newer.education_id = imported.education_id and newer.completed = 0))))`

const isOfRow = sql`education_results.user_id = imported_row.user_id
  and education_results.education_id = imported_row.education_id and education_results.completed = 1
  and education_results.completed_at = imported_row.completed_at
  and education_results.changed_at = imported_row.applied_at`

/**
 * Returns the statements that take back imported results of a query with the columns of `isAsImported`, whose rows have
 * passed it in the same commit: results that the import made are deleted, and those that it completed are open again as
 * they were before. Triggers withdraw their certificates.
 */
export const takeBackImported = (ctx: Ctx<null>, rows: SQL): Statement[] => [
  ctx.db.query
    .update(educationResults)
    .set({
      completed: false,
      completedAt: null,
      verificationCode: null,
      validToOn: null,
      // The columns hold what `selectOpenResult` has read from them.
      signedUpAt: sql`imported_row.open_before ->> 'signedUpAt'`,
      source: sql`imported_row.open_before ->> 'source'`,
      registeredByUserId: sql`imported_row.open_before ->> 'registeredByUserId'`,
      changedAt: ctx.now,
    })
    .from(sql`(${rows}) imported_row`)
    .where(sql`${isOfRow} and imported_row.open_before is not null`),
  ctx.db.query.delete(educationResults).where(
    sql`education_results.id in (select education_results.id from education_results join (${rows}) imported_row
        on ${isOfRow} where imported_row.open_before is null)`,
  ),
]
