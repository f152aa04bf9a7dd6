import { and, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { changedRows, type Database, type Statement } from '#platform/database.ts'
import { jobStates } from './rules.ts'
import { jobs } from './table.ts'

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
