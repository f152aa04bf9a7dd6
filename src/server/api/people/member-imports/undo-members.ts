import { sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { listProtectedIds } from '#api/people/reach/reads/record-reads.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import { removeMembershipPairs, removeUnusedAccounts, selectUnusedIds } from '#api/people/users/piece-storage.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import { listOwnIds } from './lookup-storage.ts'
import { memberStatuses } from './rules.ts'
import type { Batch, StoredRow } from './storage.ts'
import { forgetAccounts, listUndoable, markUndone } from './undo-storage.ts'

/**
 * Rows of one run. If each of them had to be kept, halving makes 99 transactions: below the 1,000 queries of a Worker.
 */
const maxRowsPerRun = 50

/** Returns the statements that take rows back: accounts are deleted, memberships end. */
function undoStatements(ctx: Ctx<null>, actor: Actor, batch: Batch, rows: readonly StoredRow[]): Statement[] {
  const ids = (status: number) => rows.flatMap((row) => (row.status === status ? (row.userId ?? []) : []))
  const pairs = rows.map(({ userId, organizationId }) => ({ userId, organizationId }))
  const author = { ...ctx, actor }
  const undone = sql`select value as id, json_object('batchId', ${batch.id}) as data
    from json_each(${JSON.stringify(ids(memberStatuses.new))})`
  const joined = rows.filter(({ status }) => status === memberStatuses.joined)
  const departures = sql`select value ->> 'userId' as id,
      json_object('batchId', ${batch.id}, 'organizationId', value ->> 'organizationId') as data
    from json_each(${JSON.stringify(joined.map(({ userId, organizationId }) => ({ userId, organizationId })))})`
  return [
    markUndone(
      ctx,
      batch.id,
      rows.map(({ rowNumber }) => rowNumber),
      false,
    ),
    removeMembershipPairs(ctx, JSON.stringify(pairs)),
    forgetAccounts(ctx.db, ids(memberStatuses.new)),
    ...removeUnusedAccounts(ctx, ids(memberStatuses.new)),
    recordAuditOfEach(author, 'user.importUndone', 'user', undone),
    recordAuditOfEach(author, 'user.left', 'user', departures),
  ]
}

/** Undoes rows together; when something refers to one of the accounts, each half by itself, down to the row to keep. */
async function undoOrKeep(ctx: Ctx<null>, actor: Actor, batch: Batch, rows: readonly StoredRow[]): Promise<void> {
  try {
    await ctx.db.commit(undoStatements(ctx, actor, batch, rows))
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error
    if (rows.length === 1) {
      const rowNumbers = rows.map(({ rowNumber }) => rowNumber)
      await ctx.db.commit([markUndone(ctx, batch.id, rowNumbers, true)])
      return
    }
    const middle = Math.ceil(rows.length / 2)
    await undoOrKeep(ctx, actor, batch, rows.slice(0, middle))
    await undoOrKeep(ctx, actor, batch, rows.slice(middle))
  }
}

/** Returns a test of the clubs of rows: whether the actor administers them now. */
async function findOwnClubs({ db }: Ctx<null>, actor: Actor, rows: readonly StoredRow[]) {
  const ids = [...new Set(rows.flatMap(({ organizationId }) => organizationId ?? []))]
  const own = new Set(await listOwnIds(db, ids, getAdministeredRoots(actor)))
  return (organizationId: number | null) => organizationId !== null && own.has(organizationId)
}

/**
 * Undoes the next rows of an import of members, at most 50, in the name of `actor` with audit entries: removes the
 * added accounts and memberships. A person who has signed in, taken a course or been changed since stays, as does one
 * in a club that the actor does not administer any more, or with a protected identity, whose memberships are stored
 * apart; the row is marked as kept. Returns false when no row was left.
 */
export async function undoNextRows(ctx: Ctx<null>, actor: Actor, batch: Batch): Promise<boolean> {
  const rows = await listUndoable(ctx.db, batch.id, maxRowsPerRun)
  if (rows.length === 0) return false
  const created = rows.flatMap(({ status, userId }) => (status === memberStatuses.new ? (userId ?? []) : []))
  const unused = new Set(await selectUnusedIds(ctx.db, created))
  const isOwn = await findOwnClubs(ctx, actor, rows)
  const hidden = new Set(
    await listProtectedIds(
      ctx.db,
      rows.flatMap(({ userId }) => userId ?? []),
    ),
  )
  const isFree = (row: StoredRow) =>
    isOwn(row.organizationId) &&
    !hidden.has(row.userId ?? 0) &&
    (row.status !== memberStatuses.new || unused.has(row.userId ?? 0))
  const keptRowNumbers = rows.filter((row) => !isFree(row)).map(({ rowNumber }) => rowNumber)
  if (keptRowNumbers.length > 0) await ctx.db.commit([markUndone(ctx, batch.id, keptRowNumbers, true)])
  const free = rows.filter(isFree)
  if (free.length > 0) await undoOrKeep(ctx, actor, batch, free)
  return true
}
