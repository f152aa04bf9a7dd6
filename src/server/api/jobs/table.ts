import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, json } from '#platform/columns.ts'

/** Scheduled 0, Queued 1, Running 2, Succeeded 3, Failed 4. */
export type JobState = 0 | 1 | 2 | 3 | 4

/** Written in the same transaction as what it follows from; the queue only wakes it, so a lost message is found by cron. */
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
    /** Until then a runner holds it; a runner that died leaves it to the next one. */
    lockedUntil: instant('locked_until'),
    progressDone: integer('progress_done').notNull().default(0),
    progressTotal: integer('progress_total').notNull().default(0),
    error: text('error'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [uniqueIndex('idx_jobs_key').on(table.key), index('idx_jobs_due').on(table.state, table.runAt)],
)
