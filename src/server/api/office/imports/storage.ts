import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { queueColumns, toQueueCount } from '#api/queue-count.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { batchStatuses, type RowOutcome, rowStatuses } from './rules.ts'
import { importBatches, importRows } from './table.ts'

export type Batch = typeof importBatches.$inferSelect
export type StagedRow = Omit<
  typeof importRows.$inferSelect,
  'batchId' | 'appliedAt' | 'added' | 'changedAt' | 'openBefore' | 'undoneAt' | 'isKept'
>

const { staged, running, done, cleared, reading } = batchStatuses
const liveStatuses = [staged, running, reading]

/**
 * Finds an import (batch) by id, in any status and of any person; null when there is none. Access is not checked here.
 */
export async function findBatch(db: Database, id: number): Promise<Batch | null> {
  const [row] = await db.query.select().from(importBatches).where(eq(importBatches.id, id))
  return row ?? null
}

/** Selects a person's latest import (batch), in any status; no row without one. */
export const selectLatestBatch = (db: Database, userId: number) =>
  db.query
    .select()
    .from(importBatches)
    .where(eq(importBatches.uploadedByUserId, userId))
    .orderBy(desc(importBatches.id))
    .limit(1)

/** Returns the queue of a person's imports that wait to be started: their number, none or one, and since when. */
export const countStagedBatches = async (db: Database, userId: number) =>
  toQueueCount(
    await db.query
      .select(queueColumns(sql`import_batches.uploaded_at`))
      .from(importBatches)
      .where(and(eq(importBatches.uploadedByUserId, userId), eq(importBatches.status, staged))),
  )

/**
 * Returns the statements that mark a person's unfinished imports (batches uploaded by them) as cleared and delete their
 * rows. Done and failed ones stay, and so do imported results. The commit fails as `import_running` while a job applies
 * one.
 */
export const clearBatches = (db: Database, userId: number, now: Date): Statement[] => {
  const own = and(eq(importBatches.uploadedByUserId, userId), inArray(importBatches.status, liveStatuses))
  const ids = db.query.select({ id: importBatches.id }).from(importBatches).where(own)
  return [
    db.query.delete(importRows).where(inArray(importRows.batchId, ids)),
    db.query.update(importBatches).set({ status: cleared, changedAt: now }).where(own),
  ]
}

/** SQL: the batch that this transaction has just inserted, because SQLite assigns the id after the highest one. */
export const newestBatchId: SQL<number> = sql`(select max(id) from import_batches)`

/**
 * Returns the statement that inserts an import (batch) of the caller in status `reading`; its result is the id. Its
 * rows are inserted by `insertRows`.
 */
export const insertBatch = (ctx: Ctx, title: string, rowCount: number) =>
  ctx.db.query
    .insert(importBatches)
    .values({
      title,
      uploadedByUserId: ctx.actor.id,
      status: reading,
      rowCount,
      uploadedAt: ctx.now,
      changedAt: ctx.now,
    })
    .returning({ id: importBatches.id })

const hasStatus = (batchId: number, status: number): SQL =>
  sql`exists (select 1 from import_batches b where b.id = ${batchId} and b.status = ${status})`

/**
 * Returns the statement that inserts a piece of rows, JSON text from `readFile`, into an import. Inserts nothing unless
 * the import has the status `reading`: another upload may have replaced it. Rows that are there already stay.
 */
export const insertRows = (db: Database, batchId: number, piece: string): Statement =>
  insertFrom(
    db.query,
    importRows,
    { batchId, rowNumber: sql`r.value ->> 'rowNumber'`, given: sql`r.value -> 'given'`, added: 0 },
    sql`from json_each(${piece}) r where ${hasStatus(batchId, reading)}`,
  ).onConflictDoNothing()

/**
 * Lists at most `limit` rows of an import after the row number `after`, in the order of the file. With `toApply` those
 * that are not applied, whatever their status; else those not checked.
 */
export const listRows = (db: Database, batchId: number, after: number, toApply: boolean, limit: number) =>
  db.query
    .select({
      rowNumber: importRows.rowNumber,
      given: importRows.given,
      personKey: importRows.personKey,
      userId: importRows.userId,
      educationId: importRows.educationId,
      educationKey: importRows.educationKey,
      completedOn: importRows.completedOn,
      status: importRows.status,
      reason: importRows.reason,
    })
    .from(importRows)
    .where(
      and(
        eq(importRows.batchId, batchId),
        gt(importRows.rowNumber, after),
        toApply ? isNull(importRows.appliedAt) : isNull(importRows.status),
      ),
    )
    .orderBy(asc(importRows.rowNumber))
    .limit(limit)

/**
 * Lists the cells and reasons of all rows of an import that cannot be imported, in the order of the file, without a
 * limit. Access is not checked here.
 */
export const listErrorRows = (db: Database, batchId: number) =>
  db.query
    .select({ given: importRows.given, reason: importRows.reason })
    .from(importRows)
    .where(and(eq(importRows.batchId, batchId), eq(importRows.status, rowStatuses.error)))
    .orderBy(asc(importRows.rowNumber))

export type CheckedRow = Pick<StagedRow, 'rowNumber'> & RowOutcome

const toStoredOutcome = (row: CheckedRow) => ({
  rowNumber: row.rowNumber,
  personKey: row.personKey,
  userId: row.userId,
  educationId: row.educationId,
  educationKey: row.educationKey,
  completedOn: row.completedOn,
  status: row.status,
  reason: row.reason,
})

/**
 * Returns the statement that stores the outcomes of checking rows of an import: person, education, day, status and
 * reason. Rows that are already applied do not change. Rows that the batch lacks are left out.
 */
export const saveOutcomes = (db: Database, batchId: number, rows: readonly CheckedRow[]): Statement => {
  const outcomes = sql`json_each(${JSON.stringify(rows.map(toStoredOutcome))})`
  return insertFrom(
    db.query,
    importRows,
    {
      batchId,
      rowNumber: sql`v.value ->> 'rowNumber'`,
      given: '{}',
      personKey: sql`v.value ->> 'personKey'`,
      userId: sql`v.value ->> 'userId'`,
      educationId: sql`v.value ->> 'educationId'`,
      educationKey: sql`v.value ->> 'educationKey'`,
      completedOn: sql`v.value ->> 'completedOn'`,
      status: sql`v.value ->> 'status'`,
      reason: sql`v.value ->> 'reason'`,
      added: 0,
    },
    sql`from ${outcomes} v
        where exists (select 1 from import_rows r where r.batch_id = ${batchId} and r.row_number = v.value ->> 'rowNumber')`,
  ).onConflictDoUpdate({
    target: [importRows.batchId, importRows.rowNumber],
    set: {
      personKey: sql`excluded.person_key`,
      userId: sql`excluded.user_id`,
      educationId: sql`excluded.education_id`,
      educationKey: sql`excluded.education_key`,
      completedOn: sql`excluded.completed_on`,
      status: sql`excluded.status`,
      reason: sql`excluded.reason`,
    },
    setWhere: isNull(importRows.appliedAt),
  })
}

/**
 * Returns the statement that changes the status of an import (batch); does nothing unless its present status is one of
 * `from`. Counts the added results when it is done.
 */
export const changeBatchStatus = (
  db: Database,
  id: number,
  from: readonly (typeof importBatches.$inferSelect.status)[],
  to: typeof importBatches.$inferSelect.status,
  now: Date,
): Statement =>
  db.query
    .update(importBatches)
    .set({
      status: to,
      changedAt: now,
      ...(to === done && {
        addedCount: sql`(select count(*) from import_rows r where r.batch_id = ${id} and r.added = 1)`,
      }),
    })
    .where(and(eq(importBatches.id, id), inArray(importBatches.status, [...from])))

/** Counts the rows of an import (batch) that have been applied with `toApply`, else those that have been checked. */
export async function countProcessedRows(db: Database, batchId: number, toApply: boolean): Promise<number> {
  const [row] = await db.query
    .select({ done: count() })
    .from(importRows)
    .where(
      and(eq(importRows.batchId, batchId), toApply ? isNotNull(importRows.appliedAt) : isNotNull(importRows.status)),
    )
  return row?.done ?? 0
}
