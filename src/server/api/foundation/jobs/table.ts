import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, json } from '#platform/columns.ts'
import type { JobState } from './rules.ts'

/**
 * Jobs are inserted in the transaction that causes them. The queue only starts them; cron finds jobs whose message was
 * lost.
 */
export const jobs = sqliteTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    payload: json<Record<string, unknown>>('payload').notNull(),
    /** Natural key: a second job with the same key is the same job. */
    key: text('key'),
    state: integer('state').$type<JobState>().notNull().default(1),
    runAt: instant('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** End of the lease; afterwards another worker may claim the job. */
    lockedUntil: instant('locked_until'),
    progressDone: integer('progress_done').notNull().default(0),
    progressTotal: integer('progress_total').notNull().default(0),
    error: text('error'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    /** The person who started it and may follow it; null for jobs that follow from other writes. */
    requestedByUserId: integer('requested_by_user_id'),
    startedAt: instant('started_at'),
    /** Data that the slice needs to deliver the result. */
    result: json<Record<string, unknown>>('result'),
  },
  (table) => [
    uniqueIndex('idx_jobs_key').on(table.key),
    index('idx_jobs_due').on(table.state, table.runAt),
    index('idx_jobs_listed').on(table.state, table.createdAt, table.id),
    index('idx_jobs_kind').on(table.kind, table.createdAt),
    index('idx_jobs_created').on(table.createdAt, table.id),
  ],
)
