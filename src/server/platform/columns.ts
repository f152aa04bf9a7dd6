import { type AnyColumn, type GetColumnData, type SQL, sql } from 'drizzle-orm'
import { customType, integer, text } from 'drizzle-orm/sqlite-core'

/**
 * Column of a moment: `Date` in the code, UTC ISO text with milliseconds in the database, so that text order is time
 * order.
 */
export const instant = customType<{ data: Date; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (stored) => new Date(stored),
  toDriver: (moment) => moment.toISOString(),
})

/** Column of a calendar date without a time: `yyyy-MM-dd` text on both sides, which the column does not check. */
export const day = (name: string) => text(name)

/** Column of a boolean, stored as 0 or 1. */
export const flag = (name: string) => integer(name, { mode: 'boolean' })

/**
 * Column of a value stored as JSON text. The caller's type is trusted because only the owning slice writes the column.
 */
export const json = <Value>(name: string) => text(name, { mode: 'json' }).$type<Value>()

type AliasedColumns<Columns extends Record<string, AnyColumn>> = {
  [Name in keyof Columns]: SQL.Aliased<GetColumnData<Columns[Name]>>
}

/**
 * Gives a column an alias where a read has two columns of one name: D1 returns the rows of a batch as objects by column
 * name.
 */
export const aliasColumn = <Column extends AnyColumn>(
  column: Column,
  name: string,
): SQL.Aliased<GetColumnData<Column>> => sql<GetColumnData<Column>>`${column}`.mapWith(column).as(name)

/**
 * Gives each column, or each of a table's columns, an alias with `prefix` and `_` before its name. The keys of the
 * result stay those of `columns`.
 */
export const prefixColumns = <Columns extends Record<string, AnyColumn>>(prefix: string, columns: Columns) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, aliasColumn(column, `${prefix}_${column.name}`)]),
  ) as AliasedColumns<Columns>

/**
 * Returns the row of a left join; null when the join found none, which shows as an `id` that is null in spite of its
 * type.
 */
export const joinedRowOrNull = <Row extends { id: number | string }>(row: Row): Row | null =>
  row.id === null ? null : row
