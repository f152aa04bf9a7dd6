import { and, count, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { changedRows, type Database, type Statement } from '#platform/database.ts'
import { users } from '../users/table.ts'
import { dailyJobs, type JobAction, type JobState, jobStates, statesFor } from './rules.ts'
import { jobs } from './table.ts'

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

const becomes = (action: JobAction, now: Date) => {
  if (action === 'cancel') return { state: jobStates.canceled, finishedAt: now, lockedUntil: null, key: null }
  const again = { state: jobStates.queued, runAt: now }
  return action === 'run' ? again : { ...again, attempts: 0, error: null, startedAt: null, finishedAt: null }
}

/** Does it to the job if its state allows; what another has done meanwhile is left as it is. */
export const changeJob = (db: Database, id: string, action: JobAction, now: Date): Statement =>
  db.query
    .update(jobs)
    .set(becomes(action, now))
    .where(and(eq(jobs.id, id), inArray(jobs.state, [...statesFor[action]])))

/** Forgets jobs that are over and of no more interest, as many at once as may be; answers how many. */
export async function forgetOver(db: Database, before: Date, atMost: number): Promise<number> {
  const old = db.query
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.state, [jobStates.succeeded, jobStates.canceled]), lt(jobs.createdAt, before)))
    .limit(atMost)
  const result = await db.query.delete(jobs).where(inArray(jobs.id, old)).run()
  return changedRows(result)
}

/** Finished and running jobs of a kind for which a value of the payload is one of these, as a condition on rows of `jobs`. */
export const begunWith = (kind: string, field: string, values: readonly string[]): SQL =>
  sql`jobs.kind = ${kind} and jobs.state >= ${jobStates.running}
    and jobs.payload ->> ${`$.${field}`} in (select value from json_each(${JSON.stringify(values)}))`

/** Removes jobs; a runner that holds one finds out with its next progress. */
export const removeJobs = (db: Database, where: SQL): Statement => db.query.delete(jobs).where(where)
