import { count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { dailyJobs, type JobState } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { users } from '#api/people/users/table.ts'
import type { Database } from '#platform/database.ts'

export async function findJob(db: Database, id: string) {
  const [row] = await db.query.select().from(jobs).where(eq(jobs.id, id))
  return row ?? null
}

const requesterName = sql<string | null>`(select first_name || ' ' || last_name from ${users}
  where users.id = jobs.requested_by_user_id)`

const { payload: _, result: __, ...shownColumns } = getTableColumns(jobs)

/** The latest of each of the day's own jobs. */
const latestDaily = ({ query }: Database) =>
  query
    .select({ kind: jobs.kind, state: jobs.state, created: jobs.createdAt, finished: jobs.finishedAt })
    .from(jobs)
    .where(
      sql`jobs.rowid in (select (select j.rowid from jobs j where j.kind = k.value order by j.created_at desc limit 1)
        from json_each(${JSON.stringify(dailyJobs)}) k)`,
    )

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
