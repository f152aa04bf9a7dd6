import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'

/** Counts the rows of each table that meet its condition, in the order given. */
export async function countEach(db: Database, wanted: readonly { table: string; where: SQL }[]): Promise<number[]> {
  const counts = wanted.map(({ table, where }) =>
    db.rows<{ count: number }>(sql`select count(*) as count from ${sql.identifier(table)} where ${where}`),
  )
  return (await Promise.all(counts)).map(([row]) => row?.count ?? 0)
}
