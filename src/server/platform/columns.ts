import { type AnyColumn, type GetColumnData, type SQL, sql } from 'drizzle-orm'
import { customType, integer, text } from 'drizzle-orm/sqlite-core'

/** A moment: `Date` in the code, UTC ISO text with milliseconds in the database, so that text order is time order. */
export const instant = customType<{ data: Date; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (stored) => new Date(stored),
  toDriver: (moment) => moment.toISOString(),
})

/** A calendar date without a time: `yyyy-MM-dd` on both sides. */
export const day = (name: string) => text(name)

export const flag = (name: string) => integer(name, { mode: 'boolean' })

/** A value kept as JSON text; the caller's type is trusted because only the owning slice writes the column. */
export const json = <Value>(name: string) => text(name, { mode: 'json' }).$type<Value>()

type Renamed<Columns extends Record<string, AnyColumn>> = {
  [Name in keyof Columns]: SQL.Aliased<GetColumnData<Columns[Name]>>
}

/** A column under a name of its own, for a read that has another column of its name: D1 answers batches by the names of columns. */
export const renamed = <Column extends AnyColumn>(column: Column, name: string): SQL.Aliased<GetColumnData<Column>> =>
  sql<GetColumnData<Column>>`${column}`.mapWith(column).as(name)

/** Several columns, a whole table's too, each with `prefix` before its name. */
export const prefixed = <Columns extends Record<string, AnyColumn>>(prefix: string, columns: Columns) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, renamed(column, `${prefix}_${column.name}`)]),
  ) as Renamed<Columns>

/** The row of a table that was joined with prefixed columns; null where a left join found none. */
export const joinedRow = <Row extends { id: number | string }>(row: Row): Row | null => (row.id === null ? null : row)
