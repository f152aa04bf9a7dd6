import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { isOver } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import type { Database, Statement } from '#platform/database.ts'
import { type RunReason, rowOutcomes, runStates } from './rules.ts'
import { registerRows, registerRuns } from './table.ts'

export type Run = typeof registerRuns.$inferSelect

const liveStates = [runStates.reading, runStates.applying]

/** Finds a run (one read of the federation's register) by id, in any state; null when there is none. */
export async function findRun(db: Database, id: number): Promise<Run | null> {
  const [row] = await db.query.select().from(registerRuns).where(eq(registerRuns.id, id))
  return row ?? null
}

/** Finds the latest run (read of the federation's register), in any state; null before the first one. */
export async function findLatestRun(db: Database): Promise<Run | null> {
  const [row] = await db.query.select().from(registerRuns).orderBy(desc(registerRuns.id)).limit(1)
  return row ?? null
}

/**
 * Finds the latest run (read of the federation's register) that was applied, with `isFull` the latest full one of them;
 * null when there is none.
 */
export async function findAppliedRun(db: Database, { isFull }: { isFull: boolean }): Promise<Run | null> {
  const [row] = await db.query
    .select()
    .from(registerRuns)
    .where(and(eq(registerRuns.state, runStates.done), isFull ? eq(registerRuns.isFull, true) : undefined))
    .orderBy(desc(registerRuns.id))
    .limit(1)
  return row ?? null
}

/**
 * Finds the run (read of the federation's register) that is under way; null when there is none, or its job has ended.
 */
export async function findLiveRun(db: Database): Promise<Pick<Run, 'id' | 'jobId'> | null> {
  const [row] = await db.query
    .select({ id: registerRuns.id, jobId: registerRuns.jobId, jobState: jobs.state })
    .from(registerRuns)
    .innerJoin(jobs, eq(jobs.id, registerRuns.jobId))
    .where(inArray(registerRuns.state, liveStates))
  return row && !isOver(row.jobState) ? row : null
}

/**
 * Inserts a run (one read of the federation's register) at once and returns it. It marks unfinished runs as failed,
 * removes the rows of all earlier runs, and counts the people whom the portal has from the register. `since` is null
 * for a full read.
 */
export async function insertRun(
  { db, now }: Ctx<null>,
  run: { jobId: string; isFull: boolean; since: Date | null },
): Promise<Run> {
  const knownCount = sql<number>`(select count(*) from register_people where user_id is not null and closed is null and merged_into is null)`
  const [, , [inserted]] = await db.commit([
    db.query
      .update(registerRuns)
      .set({ state: runStates.failed, reason: 'interrupted', finishedAt: now, changedAt: now })
      .where(inArray(registerRuns.state, liveStates)),
    db.query.delete(registerRows),
    db.query
      .insert(registerRuns)
      .values({ ...run, state: runStates.reading, knownCount, startedAt: now, changedAt: now })
      .returning(),
  ])
  if (!inserted) throw new Error('the read of the register was not inserted')
  return inserted
}

/**
 * Returns the statement that moves a run (read of the federation's register) from `run.state` to `state`. When the
 * stored state is another by then, it changes nothing. `reason` says why it failed and replaces the stored one, also by
 * null. The end is set to now, or to null for the states of a read under way.
 */
export const changeRunState = (
  { db, now }: Pick<Ctx<null>, 'db' | 'now'>,
  run: Pick<Run, 'id' | 'state'>,
  state: Run['state'],
  reason: RunReason | null = null,
): Statement =>
  db.query
    .update(registerRuns)
    .set({ state, reason, changedAt: now, finishedAt: liveStates.some((live) => live === state) ? null : now })
    .where(and(eq(registerRuns.id, run.id), eq(registerRuns.state, run.state)))

/**
 * Returns the statement that removes the rows of a run (read of the federation's register) but those that were refused;
 * unapplied ones too.
 */
export const removeAppliedRows = (db: Database, runId: number): Statement =>
  db.query
    .delete(registerRows)
    .where(and(eq(registerRows.runId, runId), sql`coalesce(outcome, 0) <> ${rowOutcomes.refused}`))

/**
 * Counts the people whom a run (one read of the federation's register) would close. They are its unapplied rows of
 * people who have left the register and whom the portal has not closed yet. Merges do not count.
 */
export async function countClosing(db: Database, runId: number): Promise<number> {
  const [row] = await db.rows<{ closing: number }>(sql`
    select count(*) as closing from register_rows w join register_people p on p.external_id = w.external_id
    where w.run_id = ${runId} and w.is_gone = 1 and w.outcome is null and p.user_id is not null and p.closed is null
      and p.merged_into is null and w.person ->> 'mergedInto' is null`)
  return row?.closing ?? 0
}

/**
 * Returns the statement that removes the runs (reads of the federation's register) that began before a moment and have
 * no rows left. The latest run stays.
 */
export const removeOldRuns = (db: Database, before: Date): Statement =>
  db.query
    .delete(registerRuns)
    .where(
      and(
        lt(registerRuns.startedAt, before),
        sql`not exists (select 1 from register_rows w where w.run_id = register_runs.id)`,
        sql`id < (select max(id) from register_runs)`,
      ),
    )

/** Lists at most `limit` refused rows of a run, in the order of the register's answer. Access is not checked here. */
export const listRefusedRows = (db: Database, runId: number, limit: number) =>
  db.query
    .select({
      position: registerRows.position,
      externalId: registerRows.externalId,
      person: registerRows.person,
      reason: registerRows.reason,
    })
    .from(registerRows)
    .where(and(eq(registerRows.runId, runId), eq(registerRows.outcome, rowOutcomes.refused)))
    .orderBy(registerRows.position)
    .limit(limit)
