import { type SQL, sql } from 'drizzle-orm'
import type { AuditField } from '../text-types.ts'

/** The stored values of one thing as SQL: `object` is the JSON text of the row that `where` finds in `stored`. */
export interface Snapshot {
  table: string
  where: SQL
  object: SQL
}

type Fields = Partial<Record<AuditField, string>>

/** JSON texts of a column, which is written as `stored.column`. */
export const valueColumn = (column: string) => `json_quote(stored.${column})`
/** Returns the JSON text of a boolean column. */
export const booleanColumn = (column: string) => `iif(stored.${column}, 'true', 'false')`
/** Returns the JSON text of an amount stored in hundredths. */
export const amountColumn = (column: string) => `json_quote(stored.${column} / 100.0)`
/** Returns the JSON text of a JSON column. */
export const jsonColumn = (column: string) => `coalesce(json(stored.${column}), 'null')`

/** The ids in a table of links, as a list in their order, which is that of the numbers unless `order` names another column. */
export const linkedIds = (table: string, column: string, condition: string, order = column) =>
  `(select json_group_array(linked.id) from (select ${column} as id from ${table} where ${condition} order by ${order}) linked)`

/** Halves the list each time: SQLite limits how deep an expression is, and D1 how many arguments a function takes. */
function joined(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? `''`
  const middle = Math.ceil(parts.length / 2)
  return `(${joined(parts.slice(0, middle))} || ${joined(parts.slice(middle))})`
}

/** The JSON text of an object, from the JSON texts of its fields. */
export const toJsonObject = (fields: Fields): SQL =>
  sql.raw(
    `('{' || ${joined(Object.entries(fields).map(([name, text], at) => `'${at ? ',' : ''}"${name}":' || ${text}`))} || '}')`,
  )

export const tableSnapshot =
  (table: string, fields: Fields) =>
  (id: number | SQL): Snapshot => ({ table, where: sql`stored.id = ${id}`, object: toJsonObject(fields) })
