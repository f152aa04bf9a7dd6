import type { Ctx } from '#api/context.ts'
import { removeOldAnswers } from '#api/foundation/idempotency/storage.ts'
import { dailyJobs } from '#api/foundation/jobs/rules.ts'
import { runJob, sweepJobs } from '#api/foundation/jobs/run.ts'
import {
  queueDateNotices,
  queueDueReports,
  queueFortnox,
  queueMeetings,
  queueOffers,
  queueSignUpMails,
  queueWebhooks,
  recordClockRun,
  watchOperations,
} from '#api/index.ts'
import { jobHandlers } from '#api/job-handlers.ts'
import { runAfterCommit } from '#edge/after-commit.ts'
import { createJobContext } from '#edge/request-context.ts'

/**
 * Runs the jobs of a batch of queue messages, one after another. A message contains only the id of its job.
 *
 * A message is acknowledged even when its job fails: `runJob` records failures and schedules its own retries in the
 * database. Only an error of the database, or of `runAfterCommit`, leaves the rest of the batch to the queue's retry.
 */
export async function handleQueueBatch(batch: MessageBatch<{ jobId: string }>, env: Env, execution: ExecutionContext) {
  for (const message of batch.messages) {
    const ctx = createJobContext(env, (work) => execution.waitUntil(work))
    await runJob(ctx, message.body.jobId, jobHandlers)
    await runAfterCommit(ctx)
    message.ack()
  }
}

/** Opens and clears alerts and sends their mails at once: the queue may be what the alert is about. */
async function watch(ctx: Ctx<null>): Promise<void> {
  for (const id of await watchOperations(ctx)) await runJob(ctx, id, jobHandlers)
}

/** Work of a minute in its order. The messages to the queue come last, since it runs their jobs at once. */
const steps: readonly ((ctx: Ctx<null>) => Promise<unknown>)[] = [
  watch,
  (ctx) =>
    Promise.all([
      queueOffers(ctx),
      queueDateNotices(ctx),
      queueDueReports(ctx),
      queueSignUpMails(ctx),
      queueWebhooks(ctx),
      queueFortnox(ctx),
      queueMeetings(ctx),
    ]),
  (ctx) => Promise.all([sweepJobs(ctx, dailyJobs), removeOldAnswers(ctx.db, ctx.now)]),
]

/**
 * Runs every minute: watches the rules of alerts, queues offers of free seats, notices of new dates, scheduled reports,
 * mails about sign-ups, webhooks, invoices to Fortnox and online meetings, sweeps jobs, adds the daily jobs on the
 * first run of a day, deletes old idempotency answers and counts the run.
 *
 * A step that fails does not keep the next ones from running; its error is thrown at the end.
 */
export async function handleSchedule(env: Env, execution: ExecutionContext) {
  const ctx = createJobContext(env, (work) => execution.waitUntil(work))
  const outcomes: PromiseSettledResult<unknown>[] = []
  for (const step of steps) outcomes.push(...(await Promise.allSettled([step(ctx)])))
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  await recordClockRun(ctx, failure !== undefined)
  if (failure) throw failure.reason
}
