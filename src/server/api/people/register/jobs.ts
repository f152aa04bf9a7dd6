import { addSeconds, differenceInMinutes, subDays } from 'date-fns'
import { personNameTags } from '#api/calls.ts'
import type { Ctx } from '#api/context.ts'
import { releaseFilesSoon } from '#api/foundation/files/release-files.ts'
import { markProgress } from '#api/foundation/jobs/claim-storage.ts'
import type { JobContinuation, JobHandler, JobResult } from '#api/foundation/jobs/run.ts'
import type { Job } from '#api/foundation/jobs/storage.ts'
import { notifyEach } from '#api/foundation/notices/storage.ts'
import { selectSuperadministrators } from '#api/people/roles/views.ts'
import { applyPortion } from './apply-portion.ts'
import { countWaitingRows } from './apply-storage.ts'
import { createPeopleRegister, getMaxMissingPercent } from './configured-register.ts'
import { deleteReports } from './export-service.ts'
import type { PeopleRegister } from './people-register.ts'
import { isReadToEnd, readPortion } from './read-portion.ts'
import { type RunReason, refuseRun, runStates } from './rules.ts'
import {
  changeRunState,
  countClosing,
  findAppliedRun,
  findLiveRun,
  findRun,
  insertRun,
  type Run,
  removeAppliedRows,
  removeOldRuns,
} from './run-storage.ts'

interface SyncPayload {
  runId?: number
  /** Reads all rows instead of those that have changed. */
  isFull?: boolean
}

type Outcome = JobContinuation | JobResult | undefined

/** Limits of one run: a Worker may make 1,000 D1 queries and use 30 s of CPU per invocation. */
const maxReadsPerRun = 20
const maxPortionsPerRun = 4
const maxRunMs = 15_000
const daysBetweenFullReads = 7
/** Changes are asked for from a day before the last read: clocks differ, and the register takes a date. */
const daysOfOverlap = 1
const daysToKeepRuns = 90
const maxMinutesToWait = 120

/** Begins a read: of everything when the last full one is a week old, otherwise of what has changed since. */
async function begin(ctx: Ctx<null>, job: Job, isFullWanted: boolean): Promise<Run | null> {
  const live = await findLiveRun(ctx.db)
  // A run that died after it had begun the read goes on with it; another job's read goes on by itself.
  if (live) return live.jobId === job.id ? findRun(ctx.db, live.id) : null
  const [full, latest] = await Promise.all([
    findAppliedRun(ctx.db, { isFull: true }),
    findAppliedRun(ctx.db, { isFull: false }),
  ])
  await deleteReports(ctx.files)
  const isFull = isFullWanted || !full || full.startedAt < subDays(ctx.now, daysBetweenFullReads)
  const since = isFull || !latest ? null : subDays(latest.startedAt, daysOfOverlap)
  return insertRun(ctx, { jobId: job.id, isFull, since })
}

/** Ends a read that is not applied, and notifies the superadministrators. */
async function refuse(ctx: Ctx<null>, run: Run, reason: RunReason): Promise<JobResult> {
  await ctx.db.commit([
    changeRunState(ctx, run, runStates.refused, reason),
    removeAppliedRows(ctx.db, run.id),
    notifyEach(ctx, selectSuperadministrators, { kind: 'registerRefused', values: {}, path: '/config?tab=register' }),
  ])
  return { result: { refused: reason } }
}

const isOverdue = ({ waitedFrom }: Run, now: Date) =>
  waitedFrom !== null && differenceInMinutes(now, waitedFrom) > maxMinutesToWait

/** Reads portions until the limits of a run. */
async function read(ctx: Ctx<null>, register: PeopleRegister, first: Run): Promise<Outcome> {
  const until = Date.now() + maxRunMs
  let run = first
  for (let reads = 0; reads < maxReadsPerRun && Date.now() < until && !isReadToEnd(run); reads++) {
    if (isOverdue(run, ctx.now)) return refuse(ctx, run, 'tookTooLong')
    const { waitSeconds } = await readPortion(ctx, register, run)
    run = (await findRun(ctx.db, run.id)) ?? run
    if (waitSeconds) return { rest: { runId: run.id }, runAt: addSeconds(ctx.now, waitSeconds) }
  }
  return { rest: { runId: run.id }, progress: { done: run.readCount, total: 0 } }
}

/** Decides whether a read may be applied, before its first row is. */
async function check(ctx: Ctx<null>, run: Run): Promise<Outcome> {
  await deleteReports(ctx.files)
  const counts = { ...run, closingCount: await countClosing(ctx.db, run.id) }
  const reason = refuseRun(counts, getMaxMissingPercent(ctx))
  if (reason) return refuse(ctx, run, reason)
  await ctx.db.commit([changeRunState(ctx, run, runStates.applying)])
  return { rest: { runId: run.id } }
}

async function apply(ctx: Ctx<null>, run: Run, job: Job): Promise<Outcome> {
  const until = Date.now() + maxRunMs
  const total = job.progressTotal || (await countWaitingRows(ctx.db, run.id))
  let done = job.progressTotal ? job.progressDone : 0
  for (let portions = 0; portions < maxPortionsPerRun && Date.now() < until; portions++) {
    const applied = await applyPortion(ctx, run)
    if (!applied) return finish(ctx, run)
    if (applied.hasProtected) {
      ctx.changedTags.push(...personNameTags)
      await releaseFilesSoon(ctx)
    }
    done += applied.rows
    if (!(await markProgress(ctx.db, job, { done, total }))) return
  }
  return { rest: { runId: run.id }, progress: { done, total } }
}

async function finish(ctx: Ctx<null>, run: Run): Promise<JobResult> {
  await ctx.db.commit([
    changeRunState(ctx, run, runStates.done),
    removeAppliedRows(ctx.db, run.id),
    removeOldRuns(ctx.db, subDays(ctx.now, daysToKeepRuns)),
  ])
  const { newCount, changedCount, refusedCount } = (await findRun(ctx.db, run.id)) ?? run
  if (newCount + changedCount > 0) ctx.changedTags.push(...personNameTags)
  return { result: { new: newCount, changed: changedCount, refused: refusedCount } }
}

/**
 * Mirrors the people of the sports IT system, if a register is configured: reads it to the end, checks the whole, and
 * applies it in portions. Repeatable; continues where an interrupted run stopped.
 */
async function sync(ctx: Ctx<null>, { runId, isFull = false }: SyncPayload, job: Job): Promise<Outcome> {
  const register = createPeopleRegister(ctx)
  if (!register) return
  const run = runId ? await findRun(ctx.db, runId) : await begin(ctx, job, isFull)
  if (!run) return
  if (run.state === runStates.applying) return apply(ctx, run, job)
  if (run.state !== runStates.reading) return
  return isReadToEnd(run) ? check(ctx, run) : read(ctx, register, run)
}

export const jobs: Record<string, JobHandler> = {
  'register.sync': sync,
}
