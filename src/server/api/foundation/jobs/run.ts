import type { Ctx } from '#api/context.ts'
import { toPortalDay } from '#api/zone.ts'
import { formatErrorMessage } from '#platform/describe-error.ts'
import { unchecked } from '../../../../unchecked.ts'
import {
  claimJob,
  failUnreadableJob,
  listDueJobIds,
  markDelayed,
  markFailed,
  markSucceeded,
  markWaiting,
  type Progress,
  renewLease,
} from './claim-storage.ts'
import { insertDailyJobs, type Job } from './storage.ts'

/** Payload for the next run of a split job, and its progress. */
export interface JobContinuation {
  rest: Record<string, unknown>
  progress?: Progress
  /** Earliest start of the next run; at once when absent. */
  runAt?: Date
}

/** Result of a job, for the person who started it. */
export interface JobResult {
  result: Record<string, unknown>
}

/** A handler first checks whether its work is already done: delivery is at least once. */
export type JobHandler = (ctx: Ctx<null>, payload: never, job: Job) => Promise<JobContinuation | JobResult | undefined>

/** Number of times that a failing job runs. */
const maxAttempts = 5
const secondsBefore = (attempt: number) => 10 * 4 ** (attempt - 1)

async function settleOutcome(
  ctx: Ctx<null>,
  job: Job,
  outcome: JobContinuation | JobResult | undefined,
): Promise<void> {
  if (outcome && 'rest' in outcome) {
    const { rest: payload, progress, runAt } = outcome
    await markWaiting(ctx.db, job, { runAt: runAt ?? ctx.now, payload, progress })
    if (!runAt) ctx.queuedJobs.push(job.id)
  } else await markSucceeded(ctx.db, job, new Date(), outcome?.result ?? null)
}

const msBetweenRenewals = 5_000

/** Renews the lease while the work runs, so that the job of a dead worker is soon claimed by another. */
async function withLease<T>(ctx: Ctx<null>, job: Job, work: () => Promise<T>): Promise<T> {
  const renew = () => void renewLease(ctx.db, job).catch((error: unknown) => ctx.log.error('job.lease', error))
  const timer = setInterval(renew, msBetweenRenewals)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

async function attempt(ctx: Ctx<null>, job: Job, handler: JobHandler | undefined): Promise<void> {
  try {
    if (!handler) throw new Error(`no handler for ${job.kind}`)
    // The slice that owns the handler writes the payload, so this cast is safe. The job id is the request id in every
    // run.
    const work = () => handler({ ...ctx, requestId: job.id }, unchecked<never>(job.payload), job)
    await settleOutcome(ctx, job, await withLease(ctx, job, work))
  } catch (error) {
    ctx.log.error('job.failed', error, { jobId: job.id, kind: job.kind, attempts: job.attempts })
    const text = formatErrorMessage(error)
    if (job.attempts >= maxAttempts) await markFailed(ctx.db, job, new Date(), text)
    else await markDelayed(ctx.db, job, new Date(Date.now() + secondsBefore(job.attempts) * 1000), text)
  }
}

/**
 * Claims and runs one job with the handler of its kind; does nothing when it is missing, not due or claimed by another
 * worker. Repeating it is harmless, and it throws no error of the job, which is logged and stored in its row.
 *
 * Renews the lease while the handler works. A failed job, also one without a handler, is tried again after 10, 40, 160
 * and 640 seconds; after the fifth attempt, or with an unreadable payload, it is marked as failed. A handler that
 * returns `rest` is queued for the rest, at the time that it names or at once.
 */
export async function runJob(ctx: Ctx<null>, id: string, handlers: Record<string, JobHandler>): Promise<void> {
  const job = await claimJob(ctx.db, id, ctx.now)
  if (!job) {
    if (await failUnreadableJob(ctx.db, id, ctx.now)) ctx.log.warn('job.unreadable', { jobId: id })
    return
  }
  // Every earlier run ended its worker without recording an error.
  if (job.attempts > maxAttempts) await markFailed(ctx.db, job, new Date(), 'the worker died at each attempt')
  else await attempt(ctx, job, handlers[job.kind])
}

/**
 * Empties the list `ctx.queuedJobs` and sends its ids to the queue of jobs, whose workers run them. `sweepJobs` later
 * sends the ids of lost messages again. Rejects when the queue fails.
 */
export async function wakeQueuedJobs(ctx: Pick<Ctx<null>, 'queuedJobs' | 'env'>): Promise<void> {
  const ids = ctx.queuedJobs.splice(0)
  for (let from = 0; from < ids.length; from += 100) {
    await ctx.env.JOBS.sendBatch(ids.slice(from, from + 100).map((jobId) => ({ body: { jobId } })))
  }
}

/**
 * Inserts today's daily jobs of the kinds in `daily` where they are missing. Then sends the ids of at most 200 due jobs
 * to the queue, the earliest first. The day is that of the portal's zone. Jobs already noted in `ctx.queuedJobs` are
 * sent too. Rejects when the queue fails.
 */
export async function sweepJobs(ctx: Ctx<null>, daily: readonly string[]): Promise<void> {
  await insertDailyJobs(ctx.db, daily, toPortalDay(ctx.now), ctx.now)
  ctx.queuedJobs.push(...(await listDueJobIds(ctx.db, ctx.now, 200)))
  await wakeQueuedJobs(ctx)
}
