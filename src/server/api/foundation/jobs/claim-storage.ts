import { and, eq, inArray, lt, lte, not, or, sql } from 'drizzle-orm'
import { countChangedRows, type Database } from '#platform/database.ts'
import { jobStates, waitingState } from './rules.ts'
import type { Job } from './storage.ts'
import { jobs } from './table.ts'

/** Seconds of a lease: a live worker renews it, and the job of a dead one is free after it. */
const leaseSeconds = 20

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseSeconds * 1000)

/**
 * SQL condition on `jobs`: the job is due. It waits and its time has come, or it runs and its lease has ended because
 * its worker died.
 */
export const isDue = (now: Date) =>
  or(
    and(inArray(jobs.state, [jobStates.scheduled, jobStates.queued]), lte(jobs.runAt, now)),
    // A dead worker holds its job no longer than the lease.
    and(eq(jobs.state, jobStates.running), lt(jobs.lockedUntil, now)),
  )

/** SQL: since when a due job is due. */
export const dueSince = sql<string>`case when state = ${jobStates.running} then locked_until else run_at end`

/**
 * Lists the ids of at most `limit` due jobs, by the time for which they were scheduled. Due are waiting ones whose time
 * has come, and running ones whose lease has ended.
 */
export async function listDueJobIds(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query.select({ id: jobs.id }).from(jobs).where(isDue(now)).orderBy(jobs.runAt).limit(limit)
  return rows.map((row) => row.id)
}

/**
 * Claims a due job for 20 seconds and returns it; null when it is not due, another worker has it, or its payload is no
 * JSON. Counts the attempt and removes the error of the previous one. Whether attempts remain is not checked here.
 */
export async function claimJob(db: Database, id: string, now: Date): Promise<Job | null> {
  const [row] = await db.query
    .update(jobs)
    .set({
      state: jobStates.running,
      attempts: sql`attempts + 1`,
      lockedUntil: leaseFrom(now),
      startedAt: sql`coalesce(started_at, ${now.toISOString()})`,
      error: null,
    })
    .where(and(eq(jobs.id, id), isDue(now), isReadable))
    .returning()
  if (row?.lockedUntil) leases.set(row, [row.lockedUntil])
  return row ?? null
}

const isReadable = sql`json_valid(payload)`

/**
 * Marks a due job whose payload is no JSON as failed, since a retry would fail too. Stores the payload inside a JSON
 * object, and clears the job's key. Returns false, and changes nothing, for another job.
 */
export async function failUnreadableJob(db: Database, id: string, now: Date): Promise<boolean> {
  const result = await db.query
    .update(jobs)
    .set({
      state: jobStates.failed,
      finishedAt: now,
      lockedUntil: null,
      key: null,
      // Stored as JSON text, so that the row can be read.
      payload: sql`json_object('unreadable', payload)`,
      error: 'the payload is not JSON',
    })
    .where(and(eq(jobs.id, id), isDue(now), not(isReadable)))
    .run()
  return countChangedRows(result) > 0
}

/** Ends of the lease by which a worker recognises its job; two while it is being renewed. */
const leases = new WeakMap<Job, readonly Date[]>()

const endsOf = (job: Job) => (leases.get(job) ?? [job.lockedUntil]).map((end) => end?.toISOString() ?? null)

/** Selects the job while this worker holds it: not cancelled, and not claimed by another after the lease ended. */
const isHeldJob = (job: Job) =>
  and(
    eq(jobs.id, job.id),
    eq(jobs.state, jobStates.running),
    sql`exists (select 1 from json_each(${JSON.stringify(endsOf(job))}) e where e.value is locked_until)`,
  )

/**
 * Extends the lease of a claimed job to 20 seconds from now. `job` is the object that `claimJob` returned, since its
 * leases are remembered by object. A job that this worker has lost is not changed, and the caller does not learn that.
 */
export async function renewLease(db: Database, job: Job): Promise<void> {
  const [before, next] = [leases.get(job) ?? [], leaseFrom(new Date())]
  const isHeld = isHeldJob(job)
  leases.set(job, [...before, next])
  await db.query.update(jobs).set({ lockedUntil: next }).where(isHeld).run()
  leases.set(job, [next])
}

const whole = sql`progress_total`

/**
 * Returns the statement that marks a job as succeeded, with its result and full progress. It clears the job's key, so
 * that the same work can be started again. Changes nothing when this worker has lost the job.
 */
export const markSucceeded = (db: Database, job: Job, now: Date, result: Record<string, unknown> | null) =>
  db.query
    .update(jobs)
    .set({ state: jobStates.succeeded, finishedAt: now, lockedUntil: null, key: null, progressDone: whole, result })
    .where(isHeldJob(job))

/**
 * Returns the statement that marks a job as failed with the text of its error; no retry follows. It clears the job's
 * key, so that the same work can be started again. Changes nothing when this worker has lost the job.
 */
export const markFailed = (db: Database, job: Job, now: Date, error: string) =>
  db.query
    .update(jobs)
    .set({ state: jobStates.failed, finishedAt: now, lockedUntil: null, key: null, error })
    .where(isHeldJob(job))

/**
 * Returns the statement that schedules another attempt after an error, for `runAt`; it keeps the number of attempts and
 * the key. Changes nothing when this worker has lost the job.
 */
export const markDelayed = (db: Database, job: Job, runAt: Date, error: string) =>
  db.query.update(jobs).set({ state: jobStates.scheduled, lockedUntil: null, runAt, error }).where(isHeldJob(job))

export interface Progress {
  done: number
  total: number
}

/**
 * Returns the statement that schedules the rest of split work with a new payload for `runAt`; the job keeps its key and
 * gets its full number of attempts. Changes nothing when this worker has lost the job. Without `progress` the stored
 * one stays.
 */
export const markWaiting = (
  db: Database,
  job: Job,
  next: { runAt: Date; payload: Record<string, unknown>; progress?: Progress | undefined },
) =>
  db.query
    .update(jobs)
    .set({
      state: waitingState(next.runAt, new Date()),
      lockedUntil: null,
      runAt: next.runAt,
      payload: next.payload,
      attempts: 0,
      ...(next.progress ? { progressDone: next.progress.done, progressTotal: next.progress.total } : {}),
    })
    .where(isHeldJob(job))

/** Saves the progress of a job, `done` of `total` in its own units; false when it was cancelled or taken over. */
export async function markProgress(db: Database, job: Job, { done, total }: Progress): Promise<boolean> {
  const result = await db.query
    .update(jobs)
    .set({ progressDone: done, progressTotal: total })
    .where(isHeldJob(job))
    .run()
  return countChangedRows(result) > 0
}
