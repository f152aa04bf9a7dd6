import type { Ctx } from '../context.ts'
import { dayIn } from '../zone.ts'
import { claimJob, insertDaily, type Job, listDueJobIds, markFailed, markSucceeded, markWaiting } from './storage.ts'

/** What a job leaves to its next run, when the work is split. */
export interface Rest {
  rest: Record<string, unknown>
}

/** A job asks first whether its work is already done: delivery is at least once. */
export type JobHandler = (ctx: Ctx<null>, payload: never, job: Job) => Promise<Rest | undefined>

const attemptsAtMost = 5
const secondsBefore = (attempt: number) => 10 * 4 ** (attempt - 1)

async function attempt(ctx: Ctx<null>, job: Job, handler: JobHandler | undefined): Promise<void> {
  try {
    if (!handler) throw new Error(`no handler for ${job.kind}`)
    // A payload is written by the slice that owns the handler.
    const outcome = await handler(ctx, job.payload as never, job)
    if (!outcome) await markSucceeded(ctx.db, job.id, new Date())
    else {
      await markWaiting(ctx.db, job.id, { runAt: ctx.now, payload: outcome.rest })
      ctx.queuedJobs.push(job.id)
    }
  } catch (error) {
    ctx.log.error('job.failed', error, { jobId: job.id, kind: job.kind, attempts: job.attempts })
    const text = error instanceof Error ? error.message : String(error)
    if (job.attempts >= attemptsAtMost) await markFailed(ctx.db, job.id, new Date(), text)
    else {
      const runAt = new Date(Date.now() + secondsBefore(job.attempts) * 1000)
      await markWaiting(ctx.db, job.id, { runAt, error: text })
    }
  }
}

/** Runs one job if it is due and free; harmless to repeat. */
export async function runJob(ctx: Ctx<null>, id: string, handlers: Record<string, JobHandler>): Promise<void> {
  const job = await claimJob(ctx.db, id, ctx.now)
  if (job) await attempt(ctx, job, handlers[job.kind])
}

/** Tells the queue which jobs a request or a job has written. */
export async function wakeQueuedJobs(ctx: Pick<Ctx<null>, 'queuedJobs' | 'env'>): Promise<void> {
  const ids = ctx.queuedJobs.splice(0)
  for (let from = 0; from < ids.length; from += 100) {
    await ctx.env.JOBS.sendBatch(ids.slice(from, from + 100).map((jobId) => ({ body: { jobId } })))
  }
}

/** Makes the day's own jobs, and finds those whose message was lost or whose time has come. */
export async function sweepJobs(ctx: Ctx<null>, daily: readonly string[]): Promise<void> {
  await insertDaily(ctx.db, daily, dayIn(ctx.now), ctx.now)
  ctx.queuedJobs.push(...(await listDueJobIds(ctx.db, ctx.now, 200)))
  await wakeQueuedJobs(ctx)
}
