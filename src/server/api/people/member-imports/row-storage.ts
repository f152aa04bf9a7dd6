import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { batchStates } from './rules.ts'
import type { StoredRow } from './storage.ts'
import { memberImportRows } from './table.ts'

const isRow = (batchId: number, rowNumber: number) =>
  and(eq(memberImportRows.batchId, batchId), eq(memberImportRows.rowNumber, rowNumber))

/** Finds a row of a batch; null when there is none. Access is not checked here. */
export async function findRow(db: Database, batchId: number, rowNumber: number): Promise<StoredRow | null> {
  const [row] = await db.query.select().from(memberImportRows).where(isRow(batchId, rowNumber))
  return row ?? null
}

const isStaged = (batchId: number): SQL =>
  sql`exists (select 1 from member_import_batches b where b.id = ${batchId} and b.state = ${batchStates.staged})`

/** SQL: the row waits, in a batch that is not started. */
export const isStagedRow = (batchId: number, rowNumber: number): SQL =>
  sql`${isStaged(batchId)} and exists (
    select 1 from member_import_rows where batch_id = ${batchId} and row_number = ${rowNumber})`

/**
 * Returns the statement that replaces the cells of a row. The commit fails as `changed_meanwhile` when the row has
 * another version than `seen`, `seen` is missing, or the batch is started.
 */
export const changeCells = (
  db: Database,
  { batchId, rowNumber }: Pick<StoredRow, 'batchId' | 'rowNumber'>,
  cells: string[],
  { seen, now }: { seen: Date | null | undefined; now: Date },
): Statement =>
  db.query
    .update(memberImportRows)
    .set({
      cells,
      changedAt: sql`case when ${isStaged(batchId)} then ${ifUnmodifiedSince(memberImportRows.changedAt, seen, now)} end`,
    })
    .where(isRow(batchId, rowNumber))
