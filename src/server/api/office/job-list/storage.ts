import { count, eq, getTableColumns, sql } from 'drizzle-orm'
import { dailyJobs, jobStates } from '#api/foundation/jobs/rules.ts'
import { isLatestOfKind } from '#api/foundation/jobs/storage.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { isDescending } from '#api/list-order.ts'
import { orderInDirection } from '#api/order-by.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import { queueColumns, toQueueCount } from '#api/queue-count.ts'
import type { Database } from '#platform/database.ts'
import type { JobQuery } from './contract.ts'
import { jobOrders } from './rules.ts'

/** Finds a job in any state; null when it does not exist. Access is not checked here. */
export async function findJob(db: Database, id: string) {
  const [row] = await db.query.select().from(jobs).where(eq(jobs.id, id))
  return row ?? null
}

const requesterName = nameOfPerson(sql`jobs.requested_by_user_id`)

const { payload: _, result: __, ...listColumns } = getTableColumns(jobs)

/** Selects the latest run of each daily job. */
const selectLatestDaily = ({ query }: Database) =>
  query
    .select({ kind: jobs.kind, state: jobs.state, created: jobs.createdAt, finished: jobs.finishedAt })
    .from(jobs)
    .where(isLatestOfKind(dailyJobs))

const orderColumns = {
  created: [jobs.createdAt],
  job: [jobs.kind, jobs.createdAt],
  state: [jobs.state, jobs.createdAt],
}

/** Selects the jobs of a query's state, or all, in its order and then by id, without payloads and results. */
const selectJobs = ({ query: db }: Database, query: Omit<JobQuery, 'page' | 'pageSize'>) =>
  db
    // Payload and result are not read: a row with invalid JSON must not break the list.
    .select({ job: listColumns, requesterName: requesterName.as('requester_name') })
    .from(jobs)
    .where(query.state === undefined ? undefined : eq(jobs.state, query.state))
    .orderBy(...orderInDirection(isDescending(jobOrders, query), ...orderColumns[query.sort], jobs.id))
    .$dynamic()

/**
 * Lists at most `limit` jobs of a query, daily ones among them, filtered and ordered like the rows of `listJobs`.
 * Payloads and results are left out. Access is not checked here.
 */
export const listJobsToExport = (db: Database, query: Omit<JobQuery, 'page' | 'pageSize'>, limit: number) =>
  selectJobs(db, query).limit(limit)

/**
 * Lists a page of jobs, in the query's order and then by id, without payloads and results. `state` limits `rows` alone:
 * `states` counts all jobs by state and `daily` has the latest run of each daily job, both in no order. `page` counts
 * from 1. Access is not checked here.
 */
export async function listJobs(db: Database, query: JobQuery) {
  const { page, pageSize } = query
  const [rows, states, daily] = await Promise.all([
    selectJobs(db, query)
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query.select({ state: jobs.state, jobs: count() }).from(jobs).groupBy(jobs.state),
    selectLatestDaily(db),
  ])
  return { rows, states, daily }
}

export type JobRow = Awaited<ReturnType<typeof listJobs>>['rows'][number]

/** Returns the queue of failed jobs: their number, and since when the oldest of them (by creation) waits. */
export const countFailedJobs = async (db: Database) =>
  toQueueCount(
    await db.query.select(queueColumns(sql`jobs.created_at`)).from(jobs).where(eq(jobs.state, jobStates.failed)),
  )
