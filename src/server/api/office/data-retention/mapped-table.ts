import { type SQL, sql } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { countChangedRows, type Database, type Statement } from '#platform/database.ts'
import { dataMap } from './data-map.ts'
import { getHandlings } from './rules.ts'

const tables = new Map(
  [...dataMap].map(([name, rule]) => [
    name,
    sqliteTable(name, Object.fromEntries([...getHandlings(rule).keys()].map((column) => [column, text(column)]))),
  ]),
)

function getTable(name: string) {
  const table = tables.get(name)
  if (!table) throw new Error(`${name} is not in the data map`)
  return table
}

/**
 * Returns the statement that deletes the rows of a table that meet a condition, which names its columns without an
 * alias.
 *
 * @throws Error for a table that is not in the data map.
 */
export const deleteRows = (db: Database, table: string, where: SQL): Statement =>
  db.query.delete(getTable(table)).where(where)

/**
 * Returns the statement that sets columns of the rows of a table that meet a condition, which names its columns without
 * an alias. Keys of `set` are the table's property names in code.
 *
 * @throws Error for a table that is not in the data map.
 */
export const updateRows = (db: Database, table: string, set: Record<string, SQL>, where: SQL): Statement =>
  db.query.update(getTable(table)).set(set).where(where)

/**
 * Deletes at most `limit` rows of a table that meet a condition, in no order, in a transaction of its own, and returns
 * their number.
 *
 * @throws Error for a table that is not in the data map.
 */
export async function deleteBatch(db: Database, table: string, where: SQL, limit: number): Promise<number> {
  const some = sql`rowid in (select rowid from ${sql.identifier(table)} where ${where} limit ${limit})`
  const result = await db.query.delete(getTable(table)).where(some).run()
  return countChangedRows(result)
}

/**
 * Updates at most `limit` rows of a table that meet a condition, in no order, in a transaction of its own, and returns
 * their number. Rows that still meet the condition are updated again by the next call.
 *
 * @throws Error for a table that is not in the data map.
 */
export async function updateBatch(
  db: Database,
  table: string,
  set: Record<string, SQL>,
  { where, limit }: { where: SQL; limit: number },
): Promise<number> {
  const some = sql`rowid in (select rowid from ${sql.identifier(table)} where ${where} limit ${limit})`
  const result = await db.query.update(getTable(table)).set(set).where(some).run()
  return countChangedRows(result)
}
