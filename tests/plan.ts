import { type SQL, sql } from 'drizzle-orm'
import { database } from './portal.ts'

/** How SQLite would answer a question: the steps, in their order. */
export async function planOf(question: SQL): Promise<string[]> {
  const steps = await database().query.all<{ detail: string }>(sql`explain query plan ${question}`)
  return steps.map(({ detail }) => detail)
}
