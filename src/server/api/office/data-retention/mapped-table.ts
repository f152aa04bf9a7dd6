import { type SQL, sql } from 'drizzle-orm'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { changedRows, type Database, type Statement } from '#platform/database.ts'
import { dataMap } from './data-map.ts'
import { handlingsOf } from './rules.ts'

const mapped = new Map(
  [...dataMap].map(([name, rule]) => [
    name,
    sqliteTable(name, Object.fromEntries([...handlingsOf(rule).keys()].map((column) => [column, text(column)]))),
  ]),
)

function tableNamed(name: string) {
  const table = mapped.get(name)
  if (!table) throw new Error(`${name} is not in the data map`)
  return table
}

export const deleteRows = (db: Database, table: string, where: SQL): Statement =>
  db.query.delete(tableNamed(table)).where(where)

export const updateRows = (db: Database, table: string, set: Record<string, SQL>, where: SQL): Statement =>
  db.query.update(tableNamed(table)).set(set).where(where)

/** Removes at most `limit` rows; answers how many there were. */
export async function deleteSome(db: Database, table: string, where: SQL, limit: number): Promise<number> {
  const some = sql`rowid in (select rowid from ${sql.identifier(table)} where ${where} limit ${limit})`
  const result = await db.query.delete(tableNamed(table)).where(some).run()
  return changedRows(result)
}

/** Changes at most `limit` rows; answers how many there were. */
export async function updateSome(
  db: Database,
  table: string,
  set: Record<string, SQL>,
  { where, limit }: { where: SQL; limit: number },
): Promise<number> {
  const some = sql`rowid in (select rowid from ${sql.identifier(table)} where ${where} limit ${limit})`
  const result = await db.query.update(tableNamed(table)).set(set).where(some).run()
  return changedRows(result)
}
