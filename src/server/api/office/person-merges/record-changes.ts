import { type SQL, sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { updateRows } from '#api/office/data-retention/mapped-table.ts'
import { partResultsView } from '#api/participation/results/views.ts'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { arrayOf, bindCondition, getReferenceValues, listOf, type PlannedColumn } from './plan.ts'
import type { MovedColumn } from './references.ts'
import type { MergePair } from './rules.ts'
import { personMergeRows } from './table.ts'

/** SQL: the merge of the present transaction. */
export const movingMerge = sql`(select id from person_merges where moving = 1)`

/**
 * Returns the statement that writes an audit entry for each part result (sign-up) for which an SQL condition on
 * `partResultsView` holds. It has the form of the entries that a cancelled or restored sign-up gets otherwise.
 */
export const recordBookings = (ctx: Visitor, action: 'result.canceled' | 'result.restored', where: SQL): Statement =>
  recordAuditOfEach(
    ctx,
    action,
    'result',
    sql`select id, json_object('userId', user_id, 'educationPartId', education_part_id, 'occasionId', occasion_id) as data
      from ${partResultsView} where ${where}`,
  )

interface ColumnChange {
  table: string
  column: string
  /** Space-separated key columns. */
  key: string
  /** SQL: the name of the unit. */
  unit: SQL
  watched?: string | undefined
  after: SQL
  where: SQL
}

/** Returns the statement that stores a column of rows before it changes. */
function recordRows({ db, now }: Ctx, { table, column, key, unit, watched, after, where }: ColumnChange): Statement {
  return insertFrom(
    db.query,
    personMergeRows,
    {
      mergeId: movingMerge,
      tableName: table,
      columnName: column,
      unit,
      rowKey: arrayOf(key),
      beforeValue: sql`cast(${sql.identifier(column)} as text)`,
      afterValue: sql`cast(${after} as text)`,
      snapshot: watched ? arrayOf(watched) : null,
      createdAt: now.toISOString(),
    },
    sql`from ${sql.identifier(table)} where ${where}`,
  )
}

/**
 * Returns the statements that set a column of the rows that meet a condition to `after`, and first store the old values
 * for an undo. They belong in the commit of a merge, and store the values for the one that is `moving` in it. Rows that
 * have the value `after` already are stored too.
 */
export const changeValue = (ctx: Ctx, change: Omit<ColumnChange, 'watched'>): Statement[] => [
  recordRows(ctx, change),
  updateRows(ctx.db, change.table, { [change.column]: change.after }, change.where),
]

/** The columns by which rows belong to one unit: rows that may change places, or the row alone. */
const unitOf = ({ unique, key }: MovedColumn): SQL => arrayOf(unique?.find(({ stronger }) => stronger)?.columns ?? key)

/**
 * Returns the statements that move the rows of a column from the merged-away person to the one who stays. They first
 * store the rows for an undo. Rows in `staying` do not move. Beaten rows of that person change places with them: they
 * get a negative id in between, because each statement must satisfy the unique indexes.
 */
export function moveColumn(ctx: Ctx, pair: MergePair, { moved, staying, beaten }: PlannedColumn): Statement[] {
  const { table, column, key, watched } = moved
  const name = sql.identifier(column)
  const { from, into } = getReferenceValues(ctx, moved, pair)
  const extra = moved.where ? [sql`(${bindCondition(moved.where, pair)})`] : []
  const stayingRows = staying.length > 0 ? [sql`${arrayOf(key)} not in ${listOf(staying)}`] : []
  const movingRows = sql.join([sql`${name} = ${from}`, ...extra, ...stayingRows], sql` and `)
  const change = { table, column, key, unit: unitOf(moved), watched }
  const record = recordRows(ctx, { ...change, after: referenceText(into), where: movingRows })
  const move = updateRows(ctx.db, table, { [column]: sql`${into}` }, movingRows)
  if (beaten.length === 0) return [record, move]
  const beatenRows = sql`${name} = ${into} and ${arrayOf(key)} in ${listOf(beaten)}`
  return [
    record,
    recordRows(ctx, { ...change, after: referenceText(from), where: beatenRows }),
    updateRows(ctx.db, table, { [column]: sql`${-Number(from)}` }, beatenRows),
    move,
    updateRows(ctx.db, table, { [column]: sql`${from}` }, sql`${name} = ${-Number(from)}`),
  ]
}

/** SQL: an id as text. D1 binds numbers as REAL, which SQLite would convert to text such as `12.0`. */
export const referenceText = (value: string | number): SQL => sql`${String(value)}`
