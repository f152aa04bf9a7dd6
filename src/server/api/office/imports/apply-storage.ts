import { and, asc, between, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { educationsView } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import { completedEducations } from '#api/participation/results/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { rowStatuses } from './rules.ts'
import { importBatches, importRows } from './table.ts'

/** The rows that one commit applies. */
export interface Span {
  batchId: number
  from: number
  to: number
}

const within = ({ batchId, from, to }: Span) => sql`r.batch_id = ${batchId} and r.row_number between ${from} and ${to}`

const inSpan = ({ batchId, from, to }: Span) =>
  and(eq(importRows.batchId, batchId), between(importRows.rowNumber, from, to), isNull(importRows.appliedAt))

/** Titles of educations that there are none of, for `insertUnpublished`. */
export const missingTitles = (span: Span): SQL =>
  sql`select r.given ->> 'education' as title, r.education_key as title_key, r.row_number as place from import_rows r
    where ${within(span)} and r.applied_at is null and r.education_id is null
      and r.status = ${rowStatuses.newResultAndEducation} and ${isRunning(span.batchId)}`

const isRunning = (batchId: number) =>
  sql`exists (select 1 from import_batches b where b.id = ${batchId} and b.status = 1)`

/** Rows whose education was missing are of the one that there is now. */
export const linkEducations = (db: Database, span: Span): Statement =>
  db.query
    .update(importRows)
    .set({
      educationId: sql`(select min(e.id) from ${educationsView} e where e.title_key = import_rows.education_key)`,
    })
    .where(and(inSpan(span), isNull(importRows.educationId), eq(importRows.status, rowStatuses.newResultAndEducation)))

/** Settles which rows become results, before they do: none that is completed by now, and none of an import that was reset. */
export const markApplied = (ctx: Ctx<null>, span: Span): Statement =>
  ctx.db.query
    .update(importRows)
    .set({
      appliedAt: ctx.now,
      added: sql`status in (0, 1) and not exists (select 1 from ${completedEducations} c
        where c.user_id = import_rows.user_id and c.education_id = import_rows.education_id)`,
    })
    .where(and(inSpan(span), isRunning(span.batchId)))

const addedNow = (ctx: Ctx<null>, span: Span) =>
  sql`${within(span)} and r.applied_at = ${ctx.now.toISOString()} and r.added = 1`

/** What the span adds, for `completeImported`. Noon is the same day in the portal's zone and in UTC. */
export const addedResults = (ctx: Ctx<null>, span: Span): SQL =>
  sql`select r.user_id, r.education_id, r.completed_on || 'T12:00:00.000Z' as completed_at
    from import_rows r where ${addedNow(ctx, span)}`

/** What the span adds, for the record. */
export const addedForAudit = (ctx: Ctx<null>, span: Span): SQL =>
  sql`select r.education_id as id, json_object('userId', r.user_id, 'completedOn', r.completed_on, 'importId', r.batch_id) as data
    from import_rows r where ${addedNow(ctx, span)}`

/** Who has been given something new by an import, in order. */
export const listAddedPeople = async (db: Database, batchId: number, after: number, limit: number) => {
  const rows = await db.query
    .selectDistinct({ userId: importRows.userId })
    .from(importRows)
    .where(
      and(
        eq(importRows.batchId, batchId),
        eq(importRows.added, true),
        // What was added was new. The index holds no other rows and needs the words that it was made with.
        sql`status < 2`,
        gt(importRows.userId, after),
      ),
    )
    .orderBy(asc(importRows.userId))
    .limit(limit)
  return rows.flatMap(({ userId }) => (userId === null ? [] : [userId]))
}

/** Rows of imports that are over or were left lying since long ago, and those imports left lying. */
export const forgetOld = (db: Database, before: Date, now: Date): Statement[] => {
  const old = sql`(select id from import_batches where changed_at < ${before.toISOString()} and status <> 1)`
  return [
    db.query.delete(importRows).where(inArray(importRows.batchId, old)),
    db.query
      .update(importBatches)
      .set({ status: 3, changedAt: now })
      .where(and(inArray(importBatches.id, old), inArray(importBatches.status, [0, 5]))),
  ]
}
