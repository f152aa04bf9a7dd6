import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { splitNames } from '#api/office/data-retention/rules.ts'
import type { Database, Statement } from '#platform/database.ts'
import { arrayOf } from './plan.ts'
import { movedColumns } from './references.ts'
import { mergeStates } from './rules.ts'
import { personMergeRows, personMerges } from './table.ts'

export type ChangedColumn = typeof personMergeRows.$inferSelect

/** Columns of which a merge stores values, beside those that move, with their keys. */
const valueKeys: Readonly<Record<string, string>> = {
  'education_part_results.canceled': 'id',
  'education_part_results.changed_at': 'id',
  'user_organizations.is_primary': 'user_id organization_id',
}

const movedByName = new Map(movedColumns.map((moved) => [`${moved.table}.${moved.column}`, moved]))

/**
 * Returns the description of the column that a stored change of a merge moved to another person; undefined when the
 * change is of another value.
 */
export const findMovedColumn = ({ tableName, columnName }: Pick<ChangedColumn, 'tableName' | 'columnName'>) =>
  movedByName.get(`${tableName}.${columnName}`)

/**
 * Returns the names of the key columns of the table that a stored change of a merge belongs to, separated by spaces. It
 * is `id` unless another key is described for the column.
 */
export function getKey(row: Pick<ChangedColumn, 'tableName' | 'columnName'>): string {
  return findMovedColumn(row)?.key ?? valueKeys[`${row.tableName}.${row.columnName}`] ?? 'id'
}

/** Tables whose stored rows show an identity. They are undone first, and removed when a person is protected. */
export const identityTables: readonly string[] = ['users', 'user_organizations']

/**
 * Lists at most `limit` stored changes of a merge that are neither undone nor kept, those of identities first. The
 * others follow by table and unit (changes that are undone together). The last unit may be incomplete.
 */
export const listUndoable = ({ query }: Database, mergeId: number, limit: number): Promise<ChangedColumn[]> =>
  query
    .select()
    .from(personMergeRows)
    .where(
      and(eq(personMergeRows.mergeId, mergeId), isNull(personMergeRows.undoneAt), eq(personMergeRows.isKept, false)),
    )
    .orderBy(
      desc(inArray(personMergeRows.tableName, [...identityTables])),
      asc(personMergeRows.tableName),
      asc(personMergeRows.unit),
      asc(personMergeRows.id),
    )
    .limit(limit)

/** SQL query for the keys of stored rows, one column for each key column. */
const selectKeys = (key: string, ids: readonly number[]): SQL =>
  sql`(select ${sql.join(
    splitNames(key).map((_name, at) => sql.raw(`stored.row_key ->> ${at}`)),
    sql`, `,
  )} from person_merge_rows stored where stored.id in (select value from json_each(${JSON.stringify(ids)})))`

/**
 * SQL condition on a changed table: its row is one of those that the stored changes `ids` of a merge name. `key` has
 * the names of the table's key columns, separated by spaces.
 */
export const isStored = (key: string, ids: readonly number[]): SQL => {
  const columns = splitNames(key)
  const named = sql.raw(columns.length === 1 ? (columns[0] ?? '') : `(${columns.join(', ')})`)
  return sql`${named} in ${selectKeys(key, ids)}`
}

/**
 * Lists the ids of those stored changes of a merge whose column, and watched columns, still have the value that the
 * merge wrote; in no order. All `rows` must be of one column; empty without rows.
 */
export async function listUnchanged(db: Database, rows: readonly ChangedColumn[]): Promise<number[]> {
  const [first] = rows
  if (!first) return []
  const key = getKey(first)
  const watched = findMovedColumn(first)?.watched
  const sameKey = splitNames(key).map((name, at) => sql.raw(`changed.${name} = stored.row_key ->> ${at}`))
  const isSame = watched
    ? sql` and (stored.snapshot is null or ${arrayOf(watched, 'changed')} = stored.snapshot)`
    : sql``
  const found = await db.rows<{ id: number }>(sql`
    select stored.id from person_merge_rows stored
    join ${sql.identifier(first.tableName)} changed on ${sql.join(sameKey, sql` and `)}
      and changed.${sql.identifier(first.columnName)} is stored.after_value${isSame}
    where stored.id in (select value from json_each(${JSON.stringify(rows.map(({ id }) => id))}))`)
  return found.map(({ id }) => id)
}

/**
 * Returns the statement that marks stored changes of a merge as undone now, or with `isKept` as kept: changed since, so
 * that the undo leaves them. The changed tables stay as they are.
 */
export const markUndone = ({ db, now }: Ctx<null>, ids: readonly number[], isKept: boolean): Statement =>
  db.query
    .update(personMergeRows)
    .set(isKept ? { isKept: true } : { undoneAt: now })
    .where(inArray(personMergeRows.id, sql`(select value from json_each(${JSON.stringify(ids)}))`))

/**
 * Returns the statement that lets the rows of a merge be moved back to their person while `moving` is true, which
 * triggers otherwise refuse. Turning it on fails the commit as `merge_undo_ended` unless the merge is being undone, and
 * when one of its people is erased; turning it off always works.
 */
export const setMoving = ({ query }: Database, mergeId: number, moving: boolean): Statement =>
  query.update(personMerges).set({ moving }).where(eq(personMerges.id, mergeId))

/**
 * Returns the statement that ends the undo of a merge for good, so that it cannot be undone any more. Does nothing when
 * it is undone or has ended.
 */
export const endUndo = ({ query }: Database, mergeId: number, now: Date): Statement =>
  query.update(personMerges).set({ state: mergeStates.ended, changedAt: now }).where(sql`id = ${mergeId} and state < 2`)
