import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { updateRows } from '#api/office/data-retention/mapped-table.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import { getReferenceValues } from './plan.ts'
import { recordBookings } from './record-changes.ts'
import type { StoredMerge } from './storage.ts'
import {
  type ChangedColumn,
  findMovedColumn,
  getKey,
  identityTables,
  isStored,
  listUnchanged,
  listUndoable,
  markUndone,
  setMoving,
} from './undo-storage.ts'

/** Stored rows of one run. */
const maxRowsPerRun = 400

const byColumn = (rows: readonly ChangedColumn[]) => [
  ...Map.groupBy(rows, ({ tableName, columnName }) => `${tableName}.${columnName}`).values(),
]

const idsOf = (rows: readonly ChangedColumn[]) => rows.map(({ id }) => id)

/**
 * Returns the statements that move the rows of a column back. Rows that changed places get a negative id in between.
 */
function moveBack(ctx: Ctx<null>, merge: StoredMerge, rows: readonly ChangedColumn[]): Statement[] {
  const [first] = rows
  const moved = first && findMovedColumn(first)
  if (!moved) return []
  const { from, into } = getReferenceValues(ctx, moved, merge)
  const { table, column, key } = moved
  const name = sql.identifier(column)
  const set = (before: string | number, after: string | number, ids: readonly number[] | null): Statement =>
    updateRows(
      ctx.db,
      table,
      { [column]: sql`${after}` },
      ids === null ? sql`${name} = ${before}` : sql`${name} = ${before} and ${isStored(key, ids)}`,
    )
  const own = rows.filter(({ beforeValue }) => beforeValue === String(into))
  const others = rows.filter(({ beforeValue }) => beforeValue !== String(into))
  if (own.length === 0) return [set(into, from, idsOf(others))]
  return [set(into, -Number(from), idsOf(others)), set(from, into, idsOf(own)), set(-Number(from), from, null)]
}

/** Returns the statements that restore changed values, the last change first. */
const restoreValues = ({ db }: Ctx<null>, rows: readonly ChangedColumn[]): Statement[] =>
  rows
    .toSorted((one, other) => other.id - one.id)
    .map((row) => {
      const name = sql.identifier(row.columnName)
      return updateRows(
        db,
        row.tableName,
        { [row.columnName]: sql`${row.beforeValue}` },
        sql`${isStored(getKey(row), [row.id])} and ${name} is ${row.afterValue}`,
      )
    })

/** Groups stored rows by column, in the reverse order of the changes. */
const inReverse = (rows: readonly ChangedColumn[]) =>
  byColumn(rows).toSorted(([one], [other]) => (other?.id ?? 0) - (one?.id ?? 0))

/** Returns the statement that writes an audit entry for each booking that is live again. */
function recordRestored(ctx: Ctx<null>, rows: readonly ChangedColumn[]): Statement[] {
  const ids = idsOf(rows.filter((row) => row.tableName === 'education_part_results' && row.columnName === 'canceled'))
  return ids.length > 0 ? [recordBookings(ctx, 'result.restored', sql`${isStored('id', ids)} and canceled = 0`)] : []
}

const undoStatements = (ctx: Ctx<null>, merge: StoredMerge, rows: readonly ChangedColumn[]): Statement[] => [
  ctx.db.query.run(sql`pragma defer_foreign_keys = on`),
  setMoving(ctx.db, merge.id, true),
  ...inReverse(rows).flatMap((column) =>
    column[0] && findMovedColumn(column[0]) ? moveBack(ctx, merge, column) : restoreValues(ctx, column),
  ),
  ...recordRestored(ctx, rows),
  markUndone(ctx, idsOf(rows), false),
  setMoving(ctx.db, merge.id, false),
]

const unitKey = ({ tableName, unit }: ChangedColumn) => `${tableName} ${unit}`

/**
 * Returns whether an error of a commit says that the undo of a merge has ended. It ends when one of the two people is
 * erased or protected: no row moves back any more.
 */
export const isUndoEnded = (error: unknown): boolean =>
  error instanceof ConstraintError && error.text === 'merge_undo_ended'

/** Undoes units together; when a constraint refuses, each half by itself, down to the unit that is kept. */
async function undoOrKeep(ctx: Ctx<null>, merge: StoredMerge, units: readonly ChangedColumn[][]): Promise<void> {
  if (units.length === 0) return
  try {
    await ctx.db.commit(undoStatements(ctx, merge, units.flat()))
  } catch (error) {
    if (!(error instanceof ConstraintError) || isUndoEnded(error)) throw error
    if (units.length === 1) {
      await ctx.db.commit([markUndone(ctx, idsOf(units.flat()), true)])
      return
    }
    const middle = Math.ceil(units.length / 2)
    await undoOrKeep(ctx, merge, units.slice(0, middle))
    await undoOrKeep(ctx, merge, units.slice(middle))
  }
}

/**
 * Groups stored rows to whole units; the last one is left for the next run when it may go on there. Identities are a
 * run of their own, before the others.
 */
function toUnits(rows: readonly ChangedColumn[]): ChangedColumn[][] {
  const identities = rows.filter(({ tableName }) => identityTables.includes(tableName))
  if (identities.length > 0 && identities.length < rows.length) return toUnits(identities)
  const units = [...Map.groupBy(rows, unitKey).values()]
  return rows.length === maxRowsPerRun && units.length > 1 ? units.slice(0, -1) : units
}

/**
 * Undoes the next stored values of a merge of two people, at most 400, those of identities first, in commits of their
 * own. Each booking that becomes live gets an audit entry. Rows of a unit are undone together; a unit is marked as kept
 * when one of its rows has changed since, no longer belongs to the person who stayed, or is refused by a constraint.
 * Returns false when no row was left.
 *
 * @throws ConstraintError that `isUndoEnded` recognises, when one of the two has been erased or protected.
 */
export async function undoNextRows(ctx: Ctx<null>, merge: StoredMerge): Promise<boolean> {
  const units = toUnits(await listUndoable(ctx.db, merge.id, maxRowsPerRun))
  if (units.length === 0) return false
  const found = await Promise.all(byColumn(units.flat()).map((rows) => listUnchanged(ctx.db, rows)))
  const unchanged = new Set(found.flat())
  const isFree = (unit: readonly ChangedColumn[]) => unit.every(({ id }) => unchanged.has(id))
  const keptRows = units.filter((unit) => !isFree(unit)).flat()
  if (keptRows.length > 0) await ctx.db.commit([markUndone(ctx, idsOf(keptRows), true)])
  await undoOrKeep(ctx, merge, units.filter(isFree))
  return true
}
