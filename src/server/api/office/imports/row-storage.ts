import { and, asc, eq, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { batchStatuses, type FileRow, type PersonEducationPair, rowStatuses } from './rules.ts'
import { importRows } from './table.ts'

export type StoredRow = typeof importRows.$inferSelect

const isRow = (batchId: number, rowNumber: number) =>
  and(eq(importRows.batchId, batchId), eq(importRows.rowNumber, rowNumber))

/** Finds a row of an import by its number, in any status; null when there is none. Access is not checked here. */
export async function findRow(db: Database, batchId: number, rowNumber: number): Promise<StoredRow | null> {
  const [row] = await db.query.select().from(importRows).where(isRow(batchId, rowNumber))
  return row ?? null
}

/**
 * Finds the first row after another one of the same import that is about the same person and education and has no
 * error. Null when there is none, or the person is unknown. Its outcome depends on the row before.
 */
export async function findFollower(
  db: Database,
  { batchId, rowNumber }: Pick<StoredRow, 'batchId' | 'rowNumber'>,
  pair: PersonEducationPair,
): Promise<StoredRow | null> {
  if (pair.userId === null) return null
  const [row] = await db.query
    .select()
    .from(importRows)
    .where(
      and(
        eq(importRows.batchId, batchId),
        eq(importRows.personKey, String(pair.userId)),
        // Repeats the condition of the partial index, so that SQLite uses it.
        isNotNull(importRows.status),
        lt(importRows.status, rowStatuses.error),
        gt(importRows.rowNumber, rowNumber),
        sql`coalesce(education_id, education_key) = ${pair.educationId ?? pair.educationKey}`,
      ),
    )
    .orderBy(asc(importRows.rowNumber))
    .limit(1)
  return row ?? null
}

const isStaged = (batchId: number): SQL =>
  sql`exists (select 1 from import_batches b where b.id = ${batchId} and b.status = ${batchStatuses.staged})`

/** SQL condition: the row exists, in an import that is staged (checked and not started). */
export const isStagedRow = (batchId: number, rowNumber: number): SQL =>
  sql`${isStaged(batchId)} and exists (select 1 from import_rows where batch_id = ${batchId} and row_number = ${rowNumber})`

/**
 * Returns the statement that replaces the cells of a row of an import; the row is not checked by it. The commit fails
 * as `changed_meanwhile` when the row has another version than `seen`, `seen` is missing, or the batch is started.
 */
export const changeCells = (
  db: Database,
  { batchId, rowNumber }: Pick<StoredRow, 'batchId' | 'rowNumber'>,
  given: FileRow,
  { seen, now }: { seen: Date | null | undefined; now: Date },
): Statement =>
  db.query
    .update(importRows)
    .set({
      given,
      changedAt: sql`case when ${isStaged(batchId)} then ${ifUnmodifiedSince(importRows.changedAt, seen, now)} end`,
    })
    .where(isRow(batchId, rowNumber))
