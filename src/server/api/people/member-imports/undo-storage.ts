import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import type { StoredRow } from './storage.ts'
import { memberImportRows } from './table.ts'

/**
 * Lists at most `limit` applied rows of an import of members that changed something and are neither undone nor kept.
 * Rows that joined existing people to a club come before those that added people, each in the order of the file.
 */
export const listUndoable = (db: Database, batchId: number, limit: number): Promise<StoredRow[]> =>
  db.query
    .select()
    .from(memberImportRows)
    .where(
      and(
        eq(memberImportRows.batchId, batchId),
        sql`status in (0, 1) and applied_at is not null and undone_at is null and is_kept = 0`,
      ),
    )
    .orderBy(sql`status desc`, asc(memberImportRows.rowNumber))
    .limit(limit)

/**
 * Returns the statement that marks rows of an import of members as undone now, or with `isKept` as kept (left by the
 * undo). An undone row forgets its person, whom this does not change.
 */
export const markUndone = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  batchId: number,
  rowNumbers: readonly number[],
  isKept: boolean,
): Statement =>
  db.query
    .update(memberImportRows)
    .set(isKept ? { isKept: true } : { undoneAt: now, userId: null })
    .where(
      and(
        eq(memberImportRows.batchId, batchId),
        sql`row_number in (select value from json_each(${JSON.stringify(rowNumbers)}))`,
      ),
    )

/**
 * Returns the statement that forgets people in the unapplied rows of all imports of members; applied rows, which may
 * have changed them, stay.
 */
export const forgetAccounts = ({ query }: Database, userIds: readonly number[]): Statement =>
  query
    .update(memberImportRows)
    .set({ userId: null })
    .where(
      and(
        sql`user_id in (select value from json_each(${JSON.stringify(userIds)}))`,
        isNull(memberImportRows.appliedAt),
      ),
    )
