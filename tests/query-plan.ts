import { env } from 'cloudflare:workers'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, openDatabase } from '#platform/database.ts'
import { database } from './portal.ts'

/** Returns SQLite's query plan: the steps in their order. */
export async function loadQueryPlan(query: SQL): Promise<string[]> {
  const steps = await database().rows<{ detail: string }>(sql`explain query plan ${query}`)
  return steps.map(({ detail }) => detail)
}

/** Counts the rows that the database reads and writes for all that `work` runs. */
export async function measureCost(
  work: (db: Database) => PromiseLike<unknown>,
): Promise<{ read: number; written: number }> {
  const cost = { read: 0, written: 0 }
  const session = env.DB.withSession('first-primary')
  const counted: Pick<D1DatabaseSession, 'prepare' | 'batch' | 'getBookmark'> = {
    prepare: (text) => session.prepare(text),
    getBookmark: () => session.getBookmark(),
    async batch<Row>(statements: D1PreparedStatement[]) {
      const results = await session.batch<Row>(statements)
      for (const { meta } of results) {
        cost.read += meta.rows_read
        cost.written += meta.rows_written
      }
      return results
    },
  }
  // A request's database uses these three members of a session and only opens sessions.
  await work(openDatabase({ withSession: () => counted } as Partial<D1Database> as D1Database, null))
  return cost
}

export const countReads = async (work: (db: Database) => PromiseLike<unknown>): Promise<number> =>
  (await measureCost(work)).read
