import type { Ctx } from '#api/context.ts'
import { removeOldAnswers } from '#api/foundation/idempotency/storage.ts'
import { dailyJobs } from '#api/foundation/jobs/rules.ts'
import { runJob, sweepJobs } from '#api/foundation/jobs/run.ts'
import { queueDateNotices, queueOffers, queueWebhooks } from '#api/index.ts'
import { jobHandlers } from '#api/job-handlers.ts'
import { openDatabase } from '#platform/database.ts'
import { createLog } from '#platform/log.ts'
import { runAfterCommit } from './after-commit.ts'
import { createCacheEpoch } from './cache/tag-versions.ts'

function jobContext(env: Env, after: Ctx['waitUntil']): Ctx<null> {
  const requestId = crypto.randomUUID()
  return {
    actor: null,
    db: openDatabase(env.DB, null),
    files: env.FILES,
    now: new Date(),
    newId: () => crypto.randomUUID(),
    requestId,
    log: createLog(requestId),
    language: 'sv',
    requestOrigin: env.PORTAL_ORIGIN,
    address: 'portal',
    env,
    waitUntil: after,
    queuedJobs: [],
    openPlayers: { ask: [], leave: [] },
    pageSession: { tokens: async () => [], newState: null },
    browserKey: { received: null, newValue: null },
    knownDevices: { received: null, newValue: null },
    changedTags: [],
    changedAt: {},
    cacheEpoch: createCacheEpoch(),
  }
}

/**
 * Runs the jobs of a batch of queue messages, one after another. A message contains only the id of its job.
 *
 * Every message is acknowledged: `runJob` records failures and schedules its own retries in the database. Only an error
 * of the database leaves the rest of the batch to the queue's retry.
 */
export async function handleQueueBatch(batch: MessageBatch<{ jobId: string }>, env: Env, execution: ExecutionContext) {
  for (const message of batch.messages) {
    const ctx = jobContext(env, (work) => execution.waitUntil(work))
    await runJob(ctx, message.body.jobId, jobHandlers)
    await runAfterCommit(ctx)
    message.ack()
  }
}

/**
 * Runs every minute: queues offers of free seats, notices of new dates and webhooks, sweeps jobs, adds the daily jobs on the
 * first run of a day and deletes old idempotency answers.
 */
export async function handleSchedule(env: Env, execution: ExecutionContext) {
  const ctx = jobContext(env, (work) => execution.waitUntil(work))
  await Promise.all([queueOffers(ctx), queueDateNotices(ctx), queueWebhooks(ctx)])
  await Promise.all([sweepJobs(ctx, dailyJobs), removeOldAnswers(ctx.db, ctx.now)])
}
