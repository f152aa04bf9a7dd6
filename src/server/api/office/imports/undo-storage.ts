import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { educationsView } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import { isAsImported } from '#api/participation/results/undo-import-storage.ts'
import { users } from '#api/people/users/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import type { RowSpan } from './apply-storage.ts'
import { importBatches, importRows } from './table.ts'

/** SQL: a row with the columns that `isAsImported` reads. */
const columns = sql`user_id, education_id, completed_on || 'T12:00:00.000Z' as completed_at, applied_at, open_before`

/** SQL: whether the result of the row of `import_rows` is as the import left it. */
const isRowAsImported = sql`exists (select 1 from (select import_rows.user_id, import_rows.education_id,
  import_rows.completed_on || 'T12:00:00.000Z' as completed_at, import_rows.applied_at, import_rows.open_before) imported_row
  where ${isAsImported})`

// All added rows have these statuses. The condition is that of the partial index, so that SQLite uses it.
const isAdded = (batchId: number) => and(eq(importRows.batchId, batchId), eq(importRows.added, true), sql`status < 2`)

/** Counts the added results of an import that an undo would take back, and those that were changed since. */
export async function countUndoable(db: Database, batchId: number): Promise<{ results: number; changed: number }> {
  const [row] = await db.query
    .select({
      results: sql<number>`coalesce(sum(${isRowAsImported}), 0)`.as('as_imported'),
      total: sql<number>`count(*)`.as('added_total'),
    })
    .from(importRows)
    .where(isAdded(batchId))
  const results = row?.results ?? 0
  return { results, changed: (row?.total ?? 0) - results }
}

/** Counts the results that the undo of an import took back, and those that it left. */
export async function countUndone(db: Database, batchId: number): Promise<{ results: number; changed: number }> {
  const [row] = await db.query
    .select({
      results: sql<number>`coalesce(sum(is_kept = 0), 0)`.as('taken_back'),
      changed: sql<number>`coalesce(sum(is_kept), 0)`.as('left'),
    })
    .from(importRows)
    .where(and(isAdded(batchId), sql`undone_at is not null`))
  return { results: row?.results ?? 0, changed: row?.changed ?? 0 }
}

/**
 * Lists at most `limit` added results of an import that an undo leaves, or has left with `isUndone`. They are in the
 * order of the file, with the names of person and education.
 */
export const listChangedResults = (db: Database, batchId: number, isUndone: boolean, limit: number) =>
  db.query
    .select({
      row: importRows.rowNumber,
      userId: users.id,
      name: sql<string>`users.first_name || ' ' || users.last_name`.as('person_name'),
      education: sql<string>`(select e.title from ${educationsView} e where e.id = import_rows.education_id)`.as(
        'title',
      ),
    })
    .from(importRows)
    .innerJoin(users, eq(users.id, importRows.userId))
    .where(and(isAdded(batchId), isUndone ? eq(importRows.isKept, true) : sql`not ${isRowAsImported}`))
    .orderBy(asc(importRows.rowNumber))
    .limit(limit)

/** Lists at most `limit` added rows of an import that its undo has not reached, after a row number, in their order. */
export const listUndoable = (db: Database, batchId: number, after: number, limit: number) =>
  db.query
    .select({ rowNumber: importRows.rowNumber, userId: importRows.userId, educationId: importRows.educationId })
    .from(importRows)
    .where(
      and(
        eq(importRows.batchId, batchId),
        eq(importRows.added, true),
        isNull(importRows.undoneAt),
        gt(importRows.rowNumber, after),
      ),
    )
    .orderBy(asc(importRows.rowNumber))
    .limit(limit)

/**
 * Returns the statement that marks the added rows of a span as undone now, before their results are taken back. Those
 * whose result was changed since the import are marked as kept. Rows that were undone before do not change.
 */
export const markUndone = (ctx: Ctx<null>, { batchId, from, to }: RowSpan): Statement =>
  ctx.db.query
    .update(importRows)
    .set({ undoneAt: ctx.now, isKept: sql`not ${isRowAsImported}` })
    .where(
      and(
        eq(importRows.batchId, batchId),
        sql`row_number between ${from} and ${to} and added = 1 and undone_at is null`,
      ),
    )

const isTakenBackNow = (ctx: Ctx<null>, { batchId, from, to }: RowSpan): SQL =>
  sql`batch_id = ${batchId} and row_number between ${from} and ${to} and is_kept = 0
    and undone_at = ${ctx.now.toISOString()}`

/**
 * SQL query: the results that the undo of a span takes back, as input of `takeBackImported`. It must come after
 * `markUndone` of the same context, whose time it compares.
 */
export const selectTakenBack = (ctx: Ctx<null>, span: RowSpan): SQL =>
  sql`select ${columns} from import_rows where ${isTakenBackNow(ctx, span)}`

/** SQL query: the same results with the id of the education and the data of its audit entry (JSON). */
export const selectUndoAudit = (ctx: Ctx<null>, span: RowSpan): SQL =>
  sql`select education_id as id, json_object('userId', user_id, 'completedOn', completed_on, 'importId', batch_id) as data
    from import_rows where ${isTakenBackNow(ctx, span)}`

/** Returns the statement that records when the undo of an import was pressed first. A second press changes nothing. */
export const markUndoStarted = ({ db, now }: Pick<Ctx, 'db' | 'now'>, id: number): Statement =>
  db.query
    .update(importBatches)
    .set({ undoStartedAt: now })
    .where(and(eq(importBatches.id, id), isNull(importBatches.undoStartedAt)))

/** Returns the statement that records that the undo of an import has reached its last row. */
export const markUndoDone = ({ db, now }: Pick<Ctx<null>, 'db' | 'now'>, id: number): Statement =>
  db.query.update(importBatches).set({ undoneAt: now }).where(eq(importBatches.id, id))
