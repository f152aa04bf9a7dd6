import { type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { jobStates } from './rules.ts'
import { jobs } from './table.ts'

/**
 * Inserts a job without payload when an SQL condition holds and no job with the same key waits or runs; otherwise does
 * nothing. It commits at once, in a transaction of its own. The job is due at once. The condition stands alone: it
 * names no row, such as `exists (…)`. Notes the job in `ctx.queuedJobs`, so that it is sent to the queue after the
 * request.
 */
export async function queueJobWhen(
  ctx: Visitor,
  condition: SQL,
  { kind, key }: { kind: string; key: string },
): Promise<void> {
  const row = {
    id: ctx.newId(),
    kind,
    payload: '{}',
    key,
    state: jobStates.queued,
    runAt: ctx.now.toISOString(),
    createdAt: ctx.now.toISOString(),
    attempts: 0,
    progressDone: 0,
    progressTotal: 0,
  }
  const inserted = await insertFrom(ctx.db.query, jobs, row, sql`where ${condition}`)
    .onConflictDoNothing({ target: jobs.key })
    .returning({ id: jobs.id })
  ctx.queuedJobs.push(...inserted.map(({ id }) => id))
}
