import { and, asc, desc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import type { NumberedCells } from './read-members.ts'
import { type BatchState, batchStates, type MemberOutcome, memberStatuses } from './rules.ts'
import { memberImportBatches, memberImportRows } from './table.ts'

export type Batch = typeof memberImportBatches.$inferSelect
export type StoredRow = typeof memberImportRows.$inferSelect

/** Finds the latest import of members (batch) that a person has uploaded, in any state; null when there is none. */
export async function findLatestBatch(db: Database, userId: number): Promise<Batch | null> {
  const [row] = await db.query
    .select()
    .from(memberImportBatches)
    .where(eq(memberImportBatches.uploadedByUserId, userId))
    .orderBy(desc(memberImportBatches.id))
    .limit(1)
  return row ?? null
}

/** Finds an import of members (batch) by id, in any state; null when there is none. Access is not checked here. */
export async function findBatch(db: Database, id: number): Promise<Batch | null> {
  const [row] = await db.query.select().from(memberImportBatches).where(eq(memberImportBatches.id, id))
  return row ?? null
}

/** Returns the statements that delete a person's imports of members that are not accepted yet, with their rows. */
export const removeStaged = ({ query }: Database, userId: number): Statement[] => {
  const staged = and(
    eq(memberImportBatches.uploadedByUserId, userId),
    eq(memberImportBatches.state, batchStates.staged),
  )
  return [
    query
      .delete(memberImportRows)
      .where(sql`batch_id in ${query.select({ id: memberImportBatches.id }).from(memberImportBatches).where(staged)}`),
    query.delete(memberImportBatches).where(staged),
  ]
}

/** Returns the statement that inserts an import of members by the caller, without rows; its result is the id. */
export const insertBatch = (
  { db, actor, now }: Ctx,
  batch: Pick<Batch, 'title' | 'header' | 'mapping' | 'rowCount' | 'organizationId'>,
) =>
  db.query
    .insert(memberImportBatches)
    .values({ ...batch, uploadedByUserId: actor.id, state: batchStates.staged, uploadedAt: now, changedAt: now })
    .returning({ id: memberImportBatches.id })

/** Returns the statements that insert the unchecked rows of an import of members; those there already stay. */
export const insertRows = ({ query }: Database, batchId: number, rows: readonly NumberedCells[]): Statement[] =>
  toJsonParameters(rows).map((piece) =>
    insertFrom(
      query,
      memberImportRows,
      { batchId, rowNumber: sql`r.value ->> 'rowNumber'`, cells: sql`r.value -> 'cells'` },
      sql`from json_each(${piece}) r where true`,
    ).onConflictDoNothing(),
  )

/**
 * Lists at most `limit` unapplied rows of an import after the row number `after`, in the file's order, with errors too.
 */
export const listRows = (db: Database, batchId: number, after: number, limit: number): Promise<StoredRow[]> =>
  db.query
    .select()
    .from(memberImportRows)
    .where(
      and(
        eq(memberImportRows.batchId, batchId),
        gt(memberImportRows.rowNumber, after),
        isNull(memberImportRows.appliedAt),
      ),
    )
    .orderBy(asc(memberImportRows.rowNumber))
    .limit(limit)

/**
 * Lists all rows of an import of members that cannot be added, in the order of the file. Access is not checked here.
 */
export const listErrorRows = (db: Database, batchId: number) =>
  db.query
    .select({ cells: memberImportRows.cells, reason: memberImportRows.reason })
    .from(memberImportRows)
    .where(and(eq(memberImportRows.batchId, batchId), eq(memberImportRows.status, memberStatuses.error)))
    .orderBy(asc(memberImportRows.rowNumber))

/** Lists the cells and club of each applied row of an import of members, undone ones too, in no order. */
export const listAppliedCells = (db: Database, batchId: number) =>
  db.query
    .select({ cells: memberImportRows.cells, organizationId: memberImportRows.organizationId })
    .from(memberImportRows)
    .where(and(eq(memberImportRows.batchId, batchId), isNotNull(memberImportRows.appliedAt)))

export interface CheckedRow extends MemberOutcome {
  rowNumber: number
}

const target = [memberImportRows.batchId, memberImportRows.rowNumber]

/**
 * Returns the statements that store the outcomes of checking rows of an import of members: status, reason, person and
 * club. Rows may be checked several times; applied rows stay as they are. Rows that the batch lacks are left out.
 */
export const saveOutcomes = ({ query }: Database, batchId: number, rows: readonly CheckedRow[]): Statement[] =>
  toJsonParameters(rows).map((piece) =>
    insertFrom(
      query,
      memberImportRows,
      {
        batchId,
        rowNumber: sql`v.value ->> 'rowNumber'`,
        cells: '[]',
        status: sql`v.value ->> 'status'`,
        reason: sql`v.value ->> 'reason'`,
        userId: sql`v.value ->> 'userId'`,
        organizationId: sql`v.value ->> 'organizationId'`,
      },
      sql`from json_each(${piece}) v where exists (
        select 1 from member_import_rows r where r.batch_id = ${batchId} and r.row_number = v.value ->> 'rowNumber')`,
    ).onConflictDoUpdate({
      target,
      set: {
        status: sql`excluded.status`,
        reason: sql`excluded.reason`,
        userId: sql`excluded.user_id`,
        organizationId: sql`excluded.organization_id`,
      },
      setWhere: isNull(memberImportRows.appliedAt),
    }),
  )

/**
 * Returns the statement that marks rows of an import of members as applied, and stores their person: for a new one, the
 * one with the user name. `piece` is a JSON array of `rowNumber` with `userId` or `userName`. Rows that are applied
 * already stay as they are. It changes no people.
 */
export const markApplied = ({ db, now }: Pick<Ctx, 'db' | 'now'>, batchId: number, piece: string): Statement =>
  insertFrom(
    db.query,
    memberImportRows,
    {
      batchId,
      rowNumber: sql`v.value ->> 'rowNumber'`,
      cells: '[]',
      userId: sql`coalesce(v.value ->> 'userId',
        (select u.id from users u where lower(u.user_name) = lower(v.value ->> 'userName')))`,
      appliedAt: now.toISOString(),
    },
    sql`from json_each(${piece}) v where true`,
  ).onConflictDoUpdate({
    target,
    set: { userId: sql`excluded.user_id`, appliedAt: now },
    setWhere: isNull(memberImportRows.appliedAt),
  })

/**
 * Returns the statement that changes the meaning of the columns, and the club, of an import of members that waits to be
 * accepted; one in another state stays.
 */
export const updateMapping = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  id: number,
  change: Pick<Batch, 'mapping' | 'organizationId'>,
): Statement =>
  db.query
    .update(memberImportBatches)
    .set({ ...change, changedAt: now })
    .where(and(eq(memberImportBatches.id, id), eq(memberImportBatches.state, batchStates.staged)))

/**
 * Returns the statement that moves an import of members from the given state to another; does nothing when it is in a
 * third. `done` also stores the time of applying.
 */
export const changeState = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id, state }: Pick<Batch, 'id' | 'state'>,
  to: BatchState,
): Statement =>
  db.query
    .update(memberImportBatches)
    .set({ state: to, changedAt: now, ...(to === batchStates.done && { appliedAt: now }) })
    .where(and(eq(memberImportBatches.id, id), eq(memberImportBatches.state, state)))

/**
 * Lists one page, from 1, of the rows of an import of members: errors first, then people known, joined and new, each by
 * row. With the numbers of rows by status, and of undone, kept and applied ones: these are of the whole import; access
 * is not checked here.
 */
export async function listPreview(db: Database, batchId: number, page: number, pageSize: number) {
  const [rows, counts, undo] = await Promise.all([
    db.query
      .select()
      .from(memberImportRows)
      .where(eq(memberImportRows.batchId, batchId))
      .orderBy(sql`status desc`, asc(memberImportRows.rowNumber))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.rows<{ status: number; rows: number }>(
      sql`select status, count(*) as rows from member_import_rows where batch_id = ${batchId} group by status`,
    ),
    db.rows<{ undone: number; kept: number; applied: number }>(
      sql`select count(undone_at) as undone, coalesce(sum(is_kept), 0) as kept, count(applied_at) as applied
        from member_import_rows where batch_id = ${batchId}`,
    ),
  ])
  const countOf = (status: number) => counts.find((one) => one.status === status)?.rows ?? 0
  return {
    rows,
    counts: {
      errors: countOf(memberStatuses.error),
      new: countOf(memberStatuses.new),
      joined: countOf(memberStatuses.joined),
      existing: countOf(memberStatuses.existing),
    },
    undone: undo[0]?.undone ?? 0,
    kept: undo[0]?.kept ?? 0,
    applied: undo[0]?.applied ?? 0,
  }
}

/**
 * Returns the statements that delete imports of members in any state whose last change is before a moment, with their
 * rows. The people that they added stay.
 */
export const removeOldBatches = ({ query }: Database, before: Date): Statement[] => {
  const old = lt(memberImportBatches.changedAt, before)
  return [
    query
      .delete(memberImportRows)
      .where(sql`batch_id in ${query.select({ id: memberImportBatches.id }).from(memberImportBatches).where(old)}`),
    query.delete(memberImportBatches).where(old),
  ]
}

/** Returns the statement that empties the cells of a person's rows in all imports; their outcomes stay. */
export const hideRowsOf = ({ query }: Database, userId: number): Statement =>
  query.update(memberImportRows).set({ cells: [] }).where(eq(memberImportRows.userId, userId))
