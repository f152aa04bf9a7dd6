import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'

/** The rows of a question that is written out, asked in one trip with whatever else begins to read at the same time. */
export async function askRows<Row extends object>(
  { query }: Database,
  columns: readonly (keyof Row & string)[],
  question: SQL,
): Promise<Row[]> {
  const selected = Object.fromEntries(columns.map((name) => [name, sql`${sql.identifier(name)}`.as(name)]))
  const rows = await query.select(selected).from(sql`(${question}) as asked`)
  // Each row has the columns that were asked for, as SQLite gives them; their types are the question's to say.
  return rows as Row[]
}
