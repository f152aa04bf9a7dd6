import { and, desc, eq, gt, inArray, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import { countChangedRows, type Database, type Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { allowedStates, type JobAction, jobStates } from './rules.ts'
import { jobs } from './table.ts'

export type Job = typeof jobs.$inferSelect

/** Seconds of a lease: a live worker renews it, and the job of a dead one is free after it. */
const leaseSeconds = 20

const leaseFrom = (now: Date) => new Date(now.getTime() + leaseSeconds * 1000)

interface Queueing {
  /** A job with the same key that has not finished is the same job. */
  key?: string | SQL
  runAt?: Date
}

/** Returns the waiting state: queued, or scheduled for a later time. */
const waitingState = (runAt: Date, now: Date) => (runAt > now ? jobStates.scheduled : jobStates.queued)

type NewJob = Pick<Job, 'kind'> &
  Partial<Omit<Job, 'payload' | 'key'>> & { payload: Job['payload'] | SQL } & Pick<Queueing, 'key'>

const insertJob = (ctx: Visitor, job: NewJob): Statement => {
  const { id = ctx.newId(), runAt = ctx.now } = job
  ctx.queuedJobs.push(id)
  return ctx.db.query
    .insert(jobs)
    .values({ ...job, id, runAt, state: waitingState(runAt, ctx.now), createdAt: ctx.now })
    .onConflictDoNothing({ target: jobs.key })
}

/**
 * Returns the row of a job, to be committed with the write that causes it. The job is sent to the queue after the
 * request.
 */
export const queueJob = (
  ctx: Visitor,
  kind: string,
  payload: Record<string, unknown> | SQL,
  options: Queueing = {},
): Statement => insertJob(ctx, { kind, payload, ...options })

interface StartOptions {
  /** Names the work and its owner: a second start joins the job that is still running. */
  key: string
  /** Statements for the same transaction. */
  along?: readonly Statement[]
  /** Number of items, when it is known. */
  total?: number
}

/** Starts a long job that the caller follows with `GET /jobs/:id`; returns its id. */
export async function startJob(
  ctx: Ctx,
  kind: string,
  payload: Record<string, unknown>,
  { key, along = [], total = 0 }: StartOptions,
): Promise<string> {
  const job = { kind, payload, key, progressTotal: total, requestedByUserId: ctx.actor.id }
  const results: readonly unknown[] = await ctx.db.commit([
    ...along,
    insertJob(ctx, job),
    ctx.db.query.select({ id: jobs.id }).from(jobs).where(eq(jobs.key, key)),
  ])
  // The last statement is the select above, and the statement before it inserted the row, so this cast is safe.
  const [live] = results.at(-1) as [{ id: string }]
  return live.id
}

/** Finds the unfinished job with a key. */
export async function findLiveJob(db: Database, key: string): Promise<Job | null> {
  const [job] = await db.query.select().from(jobs).where(eq(jobs.key, key))
  return job ?? null
}

/** Lists a person's jobs of a kind since a time, the latest first. */
export const listJobsByUser = (
  db: Database,
  { userId, kind, since, limit }: { userId: number; kind: string; since: Date; limit: number },
): Promise<Job[]> =>
  db.query
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, kind), gt(jobs.createdAt, since), eq(jobs.requestedByUserId, userId)))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(limit)

/** Inserts the daily jobs of a day; existing ones, also finished, are not changed. */
export const insertDailyJobs = (db: Database, kinds: readonly string[], day: string, now: Date): Promise<unknown> =>
  insertFrom(
    db.query,
    jobs,
    {
      id: sql`kind.value || ' ' || ${day}`,
      kind: sql`kind.value`,
      payload: '{}',
      state: jobStates.queued,
      runAt: now.toISOString(),
      attempts: 0,
      progressDone: 0,
      progressTotal: 0,
      createdAt: now.toISOString(),
    },
    sql`from json_each(${JSON.stringify(kinds)}) kind where true`,
  )
    .onConflictDoNothing({ target: jobs.id })
    .run()

const due = (now: Date) =>
  or(
    and(inArray(jobs.state, [jobStates.scheduled, jobStates.queued]), lte(jobs.runAt, now)),
    // A dead worker holds its job no longer than the lease.
    and(eq(jobs.state, jobStates.running), lt(jobs.lockedUntil, now)),
  )

/** Lists the ids of jobs that are due. */
export async function listDueJobIds(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query.select({ id: jobs.id }).from(jobs).where(due(now)).orderBy(jobs.runAt).limit(limit)
  return rows.map((row) => row.id)
}

/** Claims a job, or returns null when it is not due or another worker has it. */
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
    .where(and(eq(jobs.id, id), due(now), isReadable))
    .returning()
  if (row?.lockedUntil) leases.set(row, [row.lockedUntil])
  return row ?? null
}

const isReadable = sql`json_valid(payload)`

/** Fails a job whose payload cannot be parsed, since a retry would fail too. Returns whether it was such a job. */
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
      error: 'its payload is not JSON',
    })
    .where(and(eq(jobs.id, id), due(now), not(isReadable)))
    .run()
  return countChangedRows(result) > 0
}

/** Ends of the lease by which a worker recognises its job; two while it is being renewed. */
const leases = new WeakMap<Job, readonly Date[]>()

const endsOf = (job: Job) => (leases.get(job) ?? [job.lockedUntil]).map((end) => end?.toISOString() ?? null)

/** Selects the job while this worker holds it: not canceled, and not claimed by another after the lease ended. */
const held = (job: Job) =>
  and(
    eq(jobs.id, job.id),
    eq(jobs.state, jobStates.running),
    sql`exists (select 1 from json_each(${JSON.stringify(endsOf(job))}) e where e.value is locked_until)`,
  )

/** Extends the lease from now on; a job that this worker has lost is not changed. */
export async function renewLease(db: Database, job: Job): Promise<void> {
  const [before, next] = [leases.get(job) ?? [], leaseFrom(new Date())]
  const isHeld = held(job)
  leases.set(job, [...before, next])
  await db.query.update(jobs).set({ lockedUntil: next }).where(isHeld).run()
  leases.set(job, [next])
}

const whole = sql`progress_total`

/** Marks a job as succeeded and clears its key, so that the same work can be started again. */
export const markSucceeded = (db: Database, job: Job, now: Date, result: Record<string, unknown> | null) =>
  db.query
    .update(jobs)
    .set({ state: jobStates.succeeded, finishedAt: now, lockedUntil: null, key: null, progressDone: whole, result })
    .where(held(job))

/** Marks a job as failed. */
export const markFailed = (db: Database, job: Job, now: Date, error: string) =>
  db.query
    .update(jobs)
    .set({ state: jobStates.failed, finishedAt: now, lockedUntil: null, key: null, error })
    .where(held(job))

/** Schedules another attempt after an error. */
export const markDelayed = (db: Database, job: Job, runAt: Date, error: string) =>
  db.query.update(jobs).set({ state: jobStates.scheduled, lockedUntil: null, runAt, error }).where(held(job))

export interface Progress {
  done: number
  total: number
}

/** Schedules the rest of split work, with the full number of attempts. */
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
    .where(held(job))

/** Saves the progress of a job; returns false when this worker has lost the job. */
export async function markProgress(db: Database, job: Job, { done, total }: Progress): Promise<boolean> {
  const result = await db.query.update(jobs).set({ progressDone: done, progressTotal: total }).where(held(job)).run()
  return countChangedRows(result) > 0
}

/** SQL condition on `jobs`: the latest job of each of these kinds. */
export const isLatestOfKind = (kinds: readonly string[]): SQL =>
  sql`jobs.rowid in (select (select j.rowid from jobs j where j.kind = k.value order by j.created_at desc limit 1)
    from json_each(${JSON.stringify(kinds)}) k)`

const becomes = (action: JobAction, now: Date) => {
  if (action === 'cancel') return { state: jobStates.canceled, finishedAt: now, lockedUntil: null, key: null }
  const again = { state: jobStates.queued, runAt: now }
  return action === 'run' ? again : { ...again, attempts: 0, error: null, startedAt: null, finishedAt: null }
}

/** Changes a job if its state allows the action. */
export const applyJobAction = (db: Database, id: string, action: JobAction, now: Date): Statement =>
  db.query
    .update(jobs)
    .set(becomes(action, now))
    .where(and(eq(jobs.id, id), inArray(jobs.state, [...allowedStates[action]])))
