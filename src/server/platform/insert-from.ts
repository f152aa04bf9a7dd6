import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Query } from './database.ts'

/** A value as the database stores it, or the SQL that computes it. */
type ColumnValue = SQL | string | number | null

/** The columns of a new row by their names in code. One that is left out gets its default, or null. */
type NamedColumns<Table extends SQLiteTable> = { [Name in keyof Table['$inferInsert']]: ColumnValue }

/**
 * Returns the statement that inserts a row for each row of `from`, the part of a `select` that follows its columns:
 * `from … where …`. Does not run it.
 *
 * `columns` has the values, or SQL over the rows of `from`, by column; a column that is left out gets its default, or
 * null. No row of `from` inserts nothing. The commit fails when a row exists already, unless the caller adds
 * `onConflict…`.
 */
export function insertFrom<Table extends SQLiteTable>(
  query: Query,
  table: Table,
  columns: NamedColumns<Table>,
  from: SQL,
) {
  const named: Record<string, ColumnValue | undefined> = { ...columns }
  // Drizzle lists the columns of the table in this order.
  const written = Object.entries(getTableColumns(table)).filter(([, { generated }]) => generated === undefined)
  const values = written.map(([name, column]) => {
    const value = named[name]
    if (value !== undefined) return sql`${value}`
    return column.default === undefined ? sql`null` : sql`${sql.param(column.default, column)}`
  })
  return query.insert(table).select(sql`select ${sql.join(values, sql`, `)} ${from}`)
}
