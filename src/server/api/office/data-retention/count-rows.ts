import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'

/**
 * Counts the rows of each table that meet its SQL condition, concurrently. Returns the counts in the order of the
 * input. Table names are escaped, but not checked against the data map.
 */
export async function countRowsOfTables(
  db: Database,
  tables: readonly { table: string; where: SQL }[],
): Promise<number[]> {
  const counts = tables.map(({ table, where }) =>
    db.rows<{ count: number }>(sql`select count(*) as count from ${sql.identifier(table)} where ${where}`),
  )
  return (await Promise.all(counts)).map(([row]) => row?.count ?? 0)
}
