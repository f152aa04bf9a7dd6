import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Query } from './database.ts'

/** A value as the database holds it, or the SQL that computes it. */
type Stored = SQL | string | number | null

/** The columns of a new row by their names in code. One that is left out gets its default, or null. */
type NamedColumns<Table extends SQLiteTable> = { [Name in keyof Table['$inferInsert']]: Stored }

/** Inserts a row for each row of `from`, which is everything that follows the columns of a `select`: each value stands beside its column. */
export function insertFrom<Table extends SQLiteTable>(
  query: Query,
  table: Table,
  columns: NamedColumns<Table>,
  from: SQL,
) {
  const named: Record<string, Stored | undefined> = { ...columns }
  // Drizzle lists the columns of the table in this order.
  const written = Object.entries(getTableColumns(table)).filter(([, { generated }]) => generated === undefined)
  const values = written.map(([name, column]) => {
    const value = named[name]
    if (value !== undefined) return sql`${value}`
    return column.default === undefined ? sql`null` : sql`${sql.param(column.default, column)}`
  })
  return query.insert(table).select(sql`select ${sql.join(values, sql`, `)} ${from}`)
}
