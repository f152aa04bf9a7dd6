import { type SQL, sql } from 'drizzle-orm'
import type { AuditField } from '../text-types.ts'

/** The stored values of one thing as SQL: `object` is the JSON text of the row that `where` finds in `stored`. */
export interface Snapshot {
  table: string
  where: SQL
  object: SQL
}

type Fields = Partial<Record<AuditField, string>>

/** Returns the SQL of a column's value as JSON text. The SQL of this file reads the row by the alias `stored`. */
export const valueColumn = (column: string) => `json_quote(stored.${column})`
/** Returns the SQL of a boolean column, or of a condition on one, as JSON text; null is false. */
export const booleanColumn = (column: string) => `iif(stored.${column}, 'true', 'false')`
/** Returns the SQL of an amount stored in hundredths, as JSON text in whole units. */
export const amountColumn = (column: string) => `json_quote(stored.${column} / 100.0)`
/** Returns the SQL of a JSON column as JSON text; null for an empty column. */
export const jsonColumn = (column: string) => `coalesce(json(stored.${column}), 'null')`

/**
 * Returns the SQL of the ids in a table of links as a JSON list, in ascending order unless `order` names another
 * column. `condition` selects the links and may read the row `stored`. `column` is that of the ids. All names and the
 * condition are raw SQL.
 */
export const linkedIds = (table: string, column: string, condition: string, order = column) =>
  `(select json_group_array(linked.id) from (select ${column} as id from ${table} where ${condition} order by ${order}) linked)`

/** Halves the list each time: SQLite limits how deep an expression is, and D1 how many arguments a function takes. */
function joined(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? `''`
  const middle = Math.ceil(parts.length / 2)
  return `(${joined(parts.slice(0, middle))} || ${joined(parts.slice(middle))})`
}

/**
 * Returns the SQL of an object as JSON text, from the SQL of its fields. A field's name becomes its key, and its SQL
 * must give JSON text, as `valueColumn` does; a null in one makes the whole object null.
 */
export const toJsonObject = (fields: Fields): SQL =>
  sql.raw(
    `('{' || ${joined(Object.entries(fields).map(([name, text], at) => `'${at ? ',' : ''}"${name}":' || ${text}`))} || '}')`,
  )

/**
 * Returns a function that describes, as SQL, these fields of a row for the audit log. It takes the row's id, or a SQL
 * expression of it.
 */
export const tableSnapshot =
  (table: string, fields: Fields) =>
  (id: number | SQL): Snapshot => ({ table, where: sql`stored.id = ${id}`, object: toJsonObject(fields) })
