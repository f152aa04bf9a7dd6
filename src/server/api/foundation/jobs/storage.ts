import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { allowedStates, type JobAction, jobStates, waitingState } from './rules.ts'
import { jobs } from './table.ts'

export type Job = typeof jobs.$inferSelect

interface Queueing {
  /** A job with the same key that has not finished is the same job. */
  key?: string | SQL
  runAt?: Date
}

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
 * Returns the statement that inserts a job of a kind, to be committed with the write that causes it. It runs at
 * `runAt`, or as soon as it is sent to the queue.
 *
 * Notes the job's id in `ctx.queuedJobs` at once, so that it is sent to the queue after the request. Nothing is
 * inserted while a job with the same `key` is unfinished.
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
  /**
   * Statements for the same transaction, also when the job is running already: a repeat must change nothing by them.
   */
  along?: readonly Statement[]
  /** Returns the audit entry of the start, to be written when the condition holds: no such job is running. */
  audit?: (isNew: SQL) => Statement
  /** Number of items, when it is known. */
  total?: number
}

/**
 * Commits a long job of the caller, who follows it with `GET /jobs/:id`; returns its id. It is sent to the queue after
 * the request. The statements of `along` and the audit entry are committed before it in the same transaction. `total`
 * is the number of items, 0 while it is unknown.
 *
 * While a job with the same key is unfinished, returns the id of that one, starts none and writes no audit entry;
 * `along` is committed all the same.
 */
export async function startJob(
  ctx: Ctx,
  kind: string,
  payload: Record<string, unknown>,
  { key, along = [], audit, total = 0 }: StartOptions,
): Promise<string> {
  const job = { kind, payload, key, progressTotal: total, requestedByUserId: ctx.actor.id }
  const results: readonly unknown[] = await ctx.db.commit([
    ...along,
    ...(audit ? [audit(sql`not exists (select 1 from jobs where key = ${key})`)] : []),
    insertJob(ctx, job),
    ctx.db.query.select({ id: jobs.id }).from(jobs).where(eq(jobs.key, key)),
  ])
  // The last statement is the select above, and the statement before it inserted the row, so this cast is safe.
  const [live] = results.at(-1) as [{ id: string }]
  return live.id
}

/** Finds the result of the last succeeded job of a kind; null when none has one, or its row has been removed. */
export async function findLastResult(db: Database, kind: string): Promise<Job['result']> {
  const [job] = await db.query
    .select({ result: jobs.result })
    .from(jobs)
    .where(and(eq(jobs.kind, kind), eq(jobs.state, jobStates.succeeded)))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(1)
  return job?.result ?? null
}

/** Finds the unfinished job with a key; null when there is none. Access is not checked here. */
export async function findLiveJob(db: Database, key: string): Promise<Job | null> {
  const [job] = await db.query.select().from(jobs).where(eq(jobs.key, key))
  return job ?? null
}

/**
 * Lists at most `limit` jobs of a kind that a person has started and that were created after `since`, in any state, the
 * latest first.
 */
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

/**
 * Inserts the daily jobs of a portal day (`YYYY-MM-DD`), one of each kind, due now, at once. Existing ones, also
 * finished, are not changed. Does not send them to the queue.
 */
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

/** SQL condition on `jobs`: the job is the latest created one of its kind, and its kind is one of these. */
export const isLatestOfKind = (kinds: readonly string[]): SQL =>
  sql`jobs.rowid in (select (select j.rowid from jobs j where j.kind = k.value order by j.created_at desc limit 1)
    from json_each(${JSON.stringify(kinds)}) k)`

const becomes = (action: JobAction, now: Date) => {
  if (action === 'cancel') return { state: jobStates.canceled, finishedAt: now, lockedUntil: null, key: null }
  const again = { state: jobStates.queued, runAt: now }
  return action === 'run' ? again : { ...again, attempts: 0, error: null, startedAt: null, finishedAt: null }
}

/**
 * Returns the statement that applies an office's action, such as a retry, to a job if its state allows it. It changes
 * nothing otherwise or for an unknown id, and sends nothing to the queue.
 */
export const applyJobAction = (db: Database, id: string, action: JobAction, now: Date): Statement =>
  db.query
    .update(jobs)
    .set(becomes(action, now))
    .where(and(eq(jobs.id, id), inArray(jobs.state, [...allowedStates[action]])))
