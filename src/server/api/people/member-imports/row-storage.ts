import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { batchStates } from './rules.ts'
import type { Batch, StoredRow } from './storage.ts'
import { memberImportRows } from './table.ts'

const isRow = (batchId: number, rowNumber: number) =>
  and(eq(memberImportRows.batchId, batchId), eq(memberImportRows.rowNumber, rowNumber))

/**
 * Finds a row of an import of members by its number, in any status; null when there is none. Access is not checked
 * here.
 */
export async function findRow(db: Database, batchId: number, rowNumber: number): Promise<StoredRow | null> {
  const [row] = await db.query.select().from(memberImportRows).where(isRow(batchId, rowNumber))
  return row ?? null
}

type BatchVersion = Pick<Batch, 'id' | 'changedAt'>

/** SQL: the batch is not started, and its columns are those that were read with its version. */
const isStaged = ({ id, changedAt }: BatchVersion): SQL =>
  sql`exists (select 1 from member_import_batches b where b.id = ${id} and b.state = ${batchStates.staged}
    and b.changed_at = ${changedAt.toISOString()})`

/** SQL condition: the row exists, in an import of members that waits to be accepted and has this version. */
export const isStagedRow = (batch: BatchVersion, rowNumber: number): SQL =>
  sql`${isStaged(batch)} and exists (
    select 1 from member_import_rows where batch_id = ${batch.id} and row_number = ${rowNumber})`

/**
 * Returns the statement that replaces the cells of a row of an import of members; the row is not checked by it. The
 * commit fails as `changed_meanwhile` when the row has another version than `seen`, `seen` is missing, the batch is
 * started, or it has another version than `batch`.
 */
export const changeCells = (
  db: Database,
  batch: BatchVersion,
  rowNumber: number,
  cells: string[],
  { seen, now }: { seen: Date | null | undefined; now: Date },
): Statement =>
  db.query
    .update(memberImportRows)
    .set({
      cells,
      changedAt: sql`case when ${isStaged(batch)} then ${ifUnmodifiedSince(memberImportRows.changedAt, seen, now)} end`,
    })
    .where(isRow(batch.id, rowNumber))
