import { env } from 'cloudflare:workers'
import { type SQL, sql } from 'drizzle-orm'
import type { Asked } from '#platform/prepared.ts'
import { database } from './portal.ts'

/** How SQLite would answer a question: the steps, in their order. */
export async function planOf(question: SQL): Promise<string[]> {
  const steps = await database().query.all<{ detail: string }>(sql`explain query plan ${question}`)
  return steps.map(({ detail }) => detail)
}

/** How many rows the database looks at for a question that was written before. */
export async function rowsReadFor(question: PromiseLike<unknown>): Promise<number> {
  // What `prepared` gives is `Asked`, with the type of what it asks.
  const { query } = (question as unknown as Asked)._prepare()
  const { meta } = await env.DB.prepare(query.sql)
    .bind(...query.params)
    .all()
  return meta.rows_read
}
