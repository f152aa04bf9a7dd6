import { subDays } from 'date-fns'
import { and, desc, eq, gte, lt, notInArray, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { clockName, daysOfMetrics, parseMinute, toMinute, toPeriod, uncountedNames } from './rules.ts'
import { requestMetrics } from './table.ts'

export type RequestMetric = typeof requestMetrics.$inferSelect

const addMetrics = (db: Database, metrics: readonly RequestMetric[]): Statement =>
  insertFrom(
    db.query,
    requestMetrics,
    {
      minute: sql`counted.value ->> '$.minute'`,
      name: sql`counted.value ->> '$.name'`,
      maxMs: sql`counted.value ->> '$.maxMs'`,
      requests: sql`counted.value ->> '$.requests'`,
      errors: sql`counted.value ->> '$.errors'`,
    },
    sql`from json_each(${JSON.stringify(metrics)}) counted where true`,
  ).onConflictDoUpdate({
    target: [requestMetrics.minute, requestMetrics.name, requestMetrics.maxMs],
    set: {
      requests: sql`request_metrics.requests + excluded.requests`,
      errors: sql`request_metrics.errors + excluded.errors`,
    },
  })

/**
 * Returns the statement that removes request metrics of more than eight days ago; each run of the clock (cron) commits
 * it.
 */
export const removeOldMetrics = (db: Database, now: Date): Statement =>
  db.query.delete(requestMetrics).where(lt(requestMetrics.minute, toMinute(subDays(now, daysOfMetrics))))

/**
 * Adds the numbers of counted requests to their rows of minute, name and duration, in one commit with the statements of
 * `along`, which come after.
 */
export async function writeRequestMetrics(
  db: Database,
  metrics: readonly RequestMetric[],
  ...along: readonly Statement[]
): Promise<void> {
  await db.commit([addMetrics(db, metrics), ...along])
}

/**
 * Sums requests and failed ones by name and upper bound of their duration (`maxMs`), in no order. They count from the
 * beginning of the five-minute period of a moment. Names in `uncountedNames` are left out. A `maxMs` of 30,000 has
 * longer durations too.
 */
export const sumMetricsSince = (db: Database, since: Date) =>
  db.query
    .select({
      name: requestMetrics.name,
      maxMs: requestMetrics.maxMs,
      requests: sql<number>`sum(${requestMetrics.requests})`.as('requests_sum'),
      errors: sql<number>`sum(${requestMetrics.errors})`.as('errors_sum'),
    })
    .from(requestMetrics)
    .where(and(gte(requestMetrics.minute, toPeriod(since)), notInArray(requestMetrics.name, [...uncountedNames])))
    .groupBy(requestMetrics.name, requestMetrics.maxMs)

/**
 * Counts the requests since the beginning of the five-minute period of a moment, and those that failed. Names in
 * `uncountedNames` are left out.
 */
export async function countRequestsSince(db: Database, since: Date) {
  const [row] = await db.query
    .select({
      recent: sql<number>`coalesce(sum(${requestMetrics.requests}), 0)`.as('recent_requests'),
      failed: sql<number>`coalesce(sum(${requestMetrics.errors}), 0)`.as('recent_errors'),
    })
    .from(requestMetrics)
    .where(and(gte(requestMetrics.minute, toPeriod(since)), notInArray(requestMetrics.name, [...uncountedNames])))
  return { requests: row?.recent ?? 0, errors: row?.failed ?? 0 }
}

/**
 * Counts the runs of the clock (cron) since the minute of a moment and those that failed. `last` is the minute of the
 * latest of them; null without one.
 */
export async function findClockRuns(db: Database, since: Date) {
  const isRun = and(gte(requestMetrics.minute, toMinute(since)), eq(requestMetrics.name, clockName))
  const [row] = await db.query
    .select({
      last: sql<string | null>`max(${requestMetrics.minute})`.as('last_run'),
      runs: sql<number>`coalesce(sum(${requestMetrics.requests}), 0)`.as('clock_runs'),
      failures: sql<number>`coalesce(sum(${requestMetrics.errors}), 0)`.as('clock_failures'),
    })
    .from(requestMetrics)
    .where(isRun)
  return { last: row?.last ? parseMinute(row.last) : null, runs: row?.runs ?? 0, failures: row?.failures ?? 0 }
}

/**
 * Finds the minute of the latest run of the clock (cron); null when it has not run within the days that metrics are
 * kept.
 */
export async function findLastClockRun(db: Database): Promise<Date | null> {
  const [row] = await db.query
    .select({ lastMinute: requestMetrics.minute })
    .from(requestMetrics)
    .where(eq(requestMetrics.name, clockName))
    .orderBy(desc(requestMetrics.minute))
    .limit(1)
  return row ? parseMinute(row.lastMinute) : null
}
