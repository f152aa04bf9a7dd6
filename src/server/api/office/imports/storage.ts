import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { batchStatuses, type Verdict } from './rules.ts'
import { importBatches, importRows } from './table.ts'

export type Batch = typeof importBatches.$inferSelect
export type StagedRow = Omit<typeof importRows.$inferSelect, 'batchId' | 'appliedAt' | 'added'>

const { staged, running, done, cleared, reading } = batchStatuses
const live = [staged, running, reading]

export async function findBatch(db: Database, id: number): Promise<Batch | null> {
  const [row] = await db.query.select().from(importBatches).where(eq(importBatches.id, id))
  return row ?? null
}

/** A person's latest import. */
export const selectLatest = (db: Database, userId: number) =>
  db.query
    .select()
    .from(importBatches)
    .where(eq(importBatches.uploadedByUserId, userId))
    .orderBy(desc(importBatches.id))
    .limit(1)

/** What a person has under way is forgotten with its rows; what is imported stays. */
export const clearBatches = (db: Database, userId: number, now: Date): Statement[] => {
  const own = and(eq(importBatches.uploadedByUserId, userId), inArray(importBatches.status, live))
  const ids = db.query.select({ id: importBatches.id }).from(importBatches).where(own)
  return [
    db.query.delete(importRows).where(inArray(importRows.batchId, ids)),
    db.query.update(importBatches).set({ status: cleared, changedAt: now }).where(own),
  ]
}

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

const isIn = (batchId: number, status: number): SQL =>
  sql`exists (select 1 from import_batches b where b.id = ${batchId} and b.status = ${status})`

/** Rows as `readFile` writes them; none when the file was replaced by another meanwhile. */
export const insertRows = (db: Database, batchId: number, piece: string): Statement =>
  insertFrom(
    db.query,
    importRows,
    { batchId, rowNumber: sql`r.value ->> 'rowNumber'`, given: sql`r.value -> 'given'`, added: 0 },
    sql`from json_each(${piece}) r where ${isIn(batchId, reading)}`,
  ).onConflictDoNothing()

/** The next rows that the step has to deal with: those not judged yet, or not applied yet. */
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

export type JudgedRow = Pick<StagedRow, 'rowNumber'> & Verdict

const judgement = (row: JudgedRow) => ({
  rowNumber: row.rowNumber,
  personKey: row.personKey,
  userId: row.userId,
  educationId: row.educationId,
  educationKey: row.educationKey,
  completedOn: row.completedOn,
  status: row.status,
  reason: row.reason,
})

/** Writes what was judged; a row that an import has dealt with keeps what was then. */
export const writeVerdicts = (db: Database, batchId: number, rows: readonly JudgedRow[]): Statement => {
  const given = sql`json_each(${JSON.stringify(rows.map(judgement))})`
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
    sql`from ${given} v
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

/** Moves a batch on, from one status only; with rows left to judge or apply it stays. */
export const moveBatch = (
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

/** How many rows of a batch are judged, or applied. */
export async function countDone(db: Database, batchId: number, toApply: boolean): Promise<number> {
  const [row] = await db.query
    .select({ done: count() })
    .from(importRows)
    .where(
      and(eq(importRows.batchId, batchId), toApply ? isNotNull(importRows.appliedAt) : isNotNull(importRows.status)),
    )
  return row?.done ?? 0
}
