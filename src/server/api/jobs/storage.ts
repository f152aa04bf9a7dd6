import { and, eq, inArray, lt, lte, or, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import type { Visitor } from '../context.ts'
import { jobs } from './table.ts'

export type Job = typeof jobs.$inferSelect

const lockSeconds = 300

/**
 * The row of a job that follows from a write; commit it with that write. The queue wakes it when the request is done.
 * With a `key`, a job of the same key that has not finished is the same job.
 */
export function queueJob(
  ctx: Visitor,
  kind: string,
  payload: Record<string, unknown>,
  options: { key?: string; runAt?: Date } = {},
): Statement {
  const id = ctx.newId()
  ctx.queuedJobs.push(id)
  return ctx.db.query
    .insert(jobs)
    .values({ id, kind, payload, key: options.key ?? null, runAt: options.runAt ?? ctx.now, createdAt: ctx.now })
    .onConflictDoNothing({ target: jobs.key })
}

/** The rows of a day's own jobs; a day that has them keeps them as they are, finished ones too. */
export const insertDaily = (db: Database, kinds: readonly string[], day: string, now: Date): Promise<unknown> =>
  db.query
    .insert(jobs)
    .values(kinds.map((kind) => ({ id: `${kind} ${day}`, kind, payload: {}, runAt: now, createdAt: now })))
    .onConflictDoNothing({ target: jobs.id })
    .run()

const due = (now: Date) =>
  or(
    and(inArray(jobs.state, [0, 1]), lte(jobs.runAt, now)),
    // A runner that died holds its job no longer than the lock.
    and(eq(jobs.state, 2), lt(jobs.lockedUntil, now)),
  )

export async function listDueJobIds(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query.select({ id: jobs.id }).from(jobs).where(due(now)).orderBy(jobs.runAt).limit(limit)
  return rows.map((row) => row.id)
}

/** Takes the job for this runner, or null when it is not due or another has it. */
export async function claimJob(db: Database, id: string, now: Date): Promise<Job | null> {
  const [row] = await db.query
    .update(jobs)
    .set({
      state: 2,
      attempts: sql`attempts + 1`,
      lockedUntil: new Date(now.getTime() + lockSeconds * 1000),
      error: null,
    })
    .where(and(eq(jobs.id, id), due(now)))
    .returning()
  return row ?? null
}

/** A finished job gives its key free, so that the same work can be asked for again. */
export const markSucceeded = (db: Database, id: string, now: Date) =>
  db.query.update(jobs).set({ state: 3, finishedAt: now, lockedUntil: null, key: null }).where(eq(jobs.id, id))

export const markFailed = (db: Database, id: string, now: Date, error: string) =>
  db.query.update(jobs).set({ state: 4, finishedAt: now, lockedUntil: null, key: null, error }).where(eq(jobs.id, id))

/** Runs again later: after an error, or with the rest of work that was split. */
export const markWaiting = (
  db: Database,
  id: string,
  next: { runAt: Date; error?: string | null; payload?: Record<string, unknown> },
) =>
  db.query
    .update(jobs)
    .set({
      state: 1,
      lockedUntil: null,
      runAt: next.runAt,
      error: next.error ?? null,
      ...(next.payload ? { payload: next.payload, attempts: 0 } : {}),
    })
    .where(eq(jobs.id, id))

export const markProgress = (db: Database, id: string, done: number, total: number) =>
  db.query.update(jobs).set({ progressDone: done, progressTotal: total }).where(eq(jobs.id, id))
