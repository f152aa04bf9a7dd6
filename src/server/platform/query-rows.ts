import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'

/**
 * Returns the rows of a query written in SQL, in its order, with the named columns only; empty when nothing matches.
 *
 * Columns are picked by name, so their order does not matter. Values are those of SQLite: dates are texts and booleans
 * 0 or 1, which `Row` must say. The read joins the batch of the reads that begin at the same time.
 */
export async function queryRows<Row extends object>(
  { query }: Database,
  columns: readonly (keyof Row & string)[],
  read: SQL,
): Promise<Row[]> {
  const selected = Object.fromEntries(columns.map((name) => [name, sql`${sql.identifier(name)}`.as(name)]))
  const rows = await query.select(selected).from(sql`(${read}) as selection`)
  // Each row has the selected columns as SQLite returns them; the caller states their types.
  return rows as Row[]
}
