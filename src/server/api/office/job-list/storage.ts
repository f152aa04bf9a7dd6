import { count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { dailyJobs, type JobState } from '#api/foundation/jobs/rules.ts'
import { isLatestOfKind } from '#api/foundation/jobs/storage.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'

export async function findJob(db: Database, id: string) {
  const [row] = await db.query.select().from(jobs).where(eq(jobs.id, id))
  return row ?? null
}

const requesterName = nameOfPerson(sql`jobs.requested_by_user_id`)

const { payload: _, result: __, ...shownColumns } = getTableColumns(jobs)

/** The latest of each of the day's own jobs. */
const latestDaily = ({ query }: Database) =>
  query
    .select({ kind: jobs.kind, state: jobs.state, created: jobs.createdAt, finished: jobs.finishedAt })
    .from(jobs)
    .where(isLatestOfKind(dailyJobs))

export async function listJobs(db: Database, state: JobState | undefined, page: number, pageSize: number) {
  const [rows, states, daily] = await Promise.all([
    db.query
      // Neither payload nor result is shown; one that cannot be read must not hide the list.
      .select({ job: shownColumns, requesterName: requesterName.as('requester_name') })
      .from(jobs)
      .where(state === undefined ? undefined : eq(jobs.state, state))
      .orderBy(desc(jobs.createdAt), desc(jobs.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query.select({ state: jobs.state, jobs: count() }).from(jobs).groupBy(jobs.state),
    latestDaily(db),
  ])
  return { rows, states, daily }
}

export type ListedRow = Awaited<ReturnType<typeof listJobs>>['rows'][number]
