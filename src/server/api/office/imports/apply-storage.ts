import { and, asc, between, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { educationsView } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import { selectOpenResult } from '#api/participation/results/undo-import-storage.ts'
import { completedEducations } from '#api/participation/results/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { rowStatuses } from './rules.ts'
import { importBatches, importRows } from './table.ts'

/** Consecutive rows of a batch that one transaction applies; both ends are inclusive. */
export interface RowSpan {
  batchId: number
  from: number
  to: number
}

const within = ({ batchId, from, to }: RowSpan) =>
  sql`r.batch_id = ${batchId} and r.row_number between ${from} and ${to}`

const inSpan = ({ batchId, from, to }: RowSpan) =>
  and(eq(importRows.batchId, batchId), between(importRows.rowNumber, from, to), isNull(importRows.appliedAt))

/**
 * SQL query: the `title`, `title_key` and `place` (row number) of each unapplied row of a span whose education is still
 * missing, as input of `insertImportedEducations`. The same title may come several times. None unless the import is
 * running.
 */
export const selectMissingTitles = (span: RowSpan): SQL =>
  sql`select r.given ->> 'education' as title, r.education_key as title_key, r.row_number as place from import_rows r
    where ${within(span)} and r.applied_at is null and r.education_id is null
      and r.status = ${rowStatuses.newResultAndEducation} and ${isRunning(span.batchId)}`

const isRunning = (batchId: number) =>
  sql`exists (select 1 from import_batches b where b.id = ${batchId} and b.status = 1)`

/**
 * Returns the statement that links the unapplied rows of a span whose education was missing to the education with their
 * title, the first by id.
 */
export const linkEducations = (db: Database, span: RowSpan): Statement =>
  db.query
    .update(importRows)
    .set({
      educationId: sql`(select min(e.id) from ${educationsView} e where e.title_key = import_rows.education_key)`,
    })
    .where(and(inSpan(span), isNull(importRows.educationId), eq(importRows.status, rowStatuses.newResultAndEducation)))

/**
 * Returns the statement that marks the rows of the span as applied, before the results are inserted. It keeps the open
 * result of each, and sets `added` for those that will become results. A row whose result exists by now is applied
 * without `added`; no row is when the batch is no longer running.
 */
export const markApplied = (ctx: Ctx<null>, span: RowSpan): Statement =>
  ctx.db.query
    .update(importRows)
    .set({
      appliedAt: ctx.now,
      openBefore: selectOpenResult(sql`import_rows.user_id`, sql`import_rows.education_id`),
      added: sql`status in (0, 1) and not exists (select 1 from ${completedEducations} c
        where c.user_id = import_rows.user_id and c.education_id = import_rows.education_id)`,
    })
    .where(and(inSpan(span), isRunning(span.batchId)))

const isAddedNow = (ctx: Ctx<null>, span: RowSpan) =>
  sql`${within(span)} and r.applied_at = ${ctx.now.toISOString()} and r.added = 1`

/**
 * SQL query: the results that the span adds, as input of `completeImported`. It must come after `markApplied` of the
 * same context, whose time it compares. Noon UTC is the same day in the portal's time zone.
 */
export const selectAddedResults = (ctx: Ctx<null>, span: RowSpan): SQL =>
  sql`select r.user_id, r.education_id, r.completed_on || 'T12:00:00.000Z' as completed_at
    from import_rows r where ${isAddedNow(ctx, span)}`

/**
 * SQL query: the results that the span adds, with the id of the education and the data of its audit entry (JSON). It
 * must come after `markApplied` of the same context.
 */
export const selectAuditData = (ctx: Ctx<null>, span: RowSpan): SQL =>
  sql`select r.education_id as id, json_object('userId', r.user_id, 'completedOn', r.completed_on, 'importId', r.batch_id) as data
    from import_rows r where ${isAddedNow(ctx, span)}`

/**
 * Lists the ids of at most `limit` people who received a result by one import (batch), in ascending order after the id
 * `after`.
 */
export const listAddedPeople = async (db: Database, batchId: number, after: number, limit: number) => {
  const rows = await db.query
    .selectDistinct({ userId: importRows.userId })
    .from(importRows)
    .where(
      and(
        eq(importRows.batchId, batchId),
        eq(importRows.added, true),
        // True for all added rows. Repeats the condition of the partial index, so that SQLite uses it.
        sql`status < 2`,
        gt(importRows.userId, after),
      ),
    )
    .orderBy(asc(importRows.userId))
    .limit(limit)
  return rows.flatMap(({ userId }) => (userId === null ? [] : [userId]))
}

/**
 * Returns the statements that delete the rows of batches that have not changed since `before` and are not running.
 * Batches that were never applied are marked as cleared; the results of the others stay.
 */
export const deleteOldRows = (db: Database, before: Date, now: Date): Statement[] => {
  const old = sql`(select id from import_batches where changed_at < ${before.toISOString()} and status <> 1)`
  return [
    db.query.delete(importRows).where(inArray(importRows.batchId, old)),
    db.query
      .update(importBatches)
      .set({ status: 3, changedAt: now })
      .where(and(inArray(importBatches.id, old), inArray(importBatches.status, [0, 5]))),
  ]
}
