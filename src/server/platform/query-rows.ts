import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'

/**
 * Returns the rows of a query written in SQL, with the named columns only. It joins the batch of the reads that begin
 * at the same time. Empty when nothing matches.
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
