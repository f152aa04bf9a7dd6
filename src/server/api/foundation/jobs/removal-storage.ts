import { and, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { countChangedRows, type Database, type Statement } from '#platform/database.ts'
import { jobStates } from './rules.ts'
import { jobs } from './table.ts'

/**
 * Removes at most `limit` succeeded or cancelled jobs that were created before a time, in no order; returns the number
 * removed. Failed ones stay.
 */
export async function removeOldJobs(db: Database, before: Date, limit: number): Promise<number> {
  const old = db.query
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.state, [jobStates.succeeded, jobStates.canceled]), lt(jobs.createdAt, before)))
    .limit(limit)
  const result = await db.query.delete(jobs).where(inArray(jobs.id, old)).run()
  return countChangedRows(result)
}

/**
 * SQL condition on `jobs`: a job of this kind that runs or has ended has one of these values in a field of its
 * payload. Failed and cancelled jobs have ended too. A job that waits, also for another attempt, does not match.
 */
export const startedWithPayload = (kind: string, field: string, values: readonly string[]): SQL =>
  sql`jobs.kind = ${kind} and jobs.state >= ${jobStates.running}
    and jobs.payload ->> ${`$.${field}`} in (select value from json_each(${JSON.stringify(values)}))`

/**
 * Returns the statement that removes the jobs in any state that meet a condition on `jobs`. A worker that runs one
 * notices at its next progress.
 */
export const removeJobs = (db: Database, where: SQL): Statement => db.query.delete(jobs).where(where)
