import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'

/** D1 takes at most a hundred values in a statement, and a condition has up to four. */
const tablesAtOnce = 20

/** Counts the rows of each table that meet its condition, in the order given. */
export async function countEach(db: Database, wanted: readonly { table: string; where: SQL }[]): Promise<number[]> {
  const found: number[] = []
  for (let from = 0; from < wanted.length; from += tablesAtOnce) {
    const counts = wanted
      .slice(from, from + tablesAtOnce)
      .map(({ table, where }) => sql`(select count(*) from ${sql.identifier(table)} where ${where})`)
    const [row] = await db.rows<{ counts: string }>(sql`select json_array(${sql.join(counts, sql`, `)}) as counts`)
    found.push(...(JSON.parse(row?.counts ?? '[]') as number[]))
  }
  return found
}
