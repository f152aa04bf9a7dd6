import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq, lte } from 'drizzle-orm'
import { type DailyJob, isOver, jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { database } from './portal.ts'
import worker from './worker.ts'

/** Delivers one message as the queue does. */
export async function deliverJob(jobId: string) {
  const batch = createMessageBatch<{ jobId: string }>('utbildningsportalen-jobs', [
    { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body: { jobId } },
  ])
  const execution = createExecutionContext()
  await worker.queue(batch, env, execution)
  return getQueueResult(batch, execution)
}

/** Runs work while queue messages are discarded, so that a job stays queued until the test runs it. */
export async function withoutQueue<T>(work: () => Promise<T>): Promise<T> {
  const { JOBS } = env
  Object.assign(env, { JOBS: { sendBatch: async () => undefined } })
  try {
    return await work()
  } finally {
    Object.assign(env, { JOBS })
  }
}

/** Longest time that due jobs may take together, on a slow machine too. */
const maxMilliseconds = 60_000

/**
 * Runs every due job, and the jobs that they queue, until none is due. Waits for those that the queue is running, and
 * throws when they do not end.
 */
export async function drainJobs(): Promise<void> {
  const end = Date.now() + maxMilliseconds
  while (Date.now() < end) {
    const due = (await database().query.select().from(jobs).where(lte(jobs.runAt, new Date()))).filter(
      (job) => !isOver(job.state),
    )
    if (due.length === 0) return
    const waiting = due.filter(({ state }) => state !== jobStates.running)
    for (const job of waiting) await deliverJob(job.id)
    if (waiting.length === 0) await new Promise((resume) => setTimeout(resume, 20))
  }
  throw new Error('the due jobs did not end')
}

/** Runs a daily job now. */
export async function runDailyJob(kind: DailyJob): Promise<void> {
  const id = crypto.randomUUID()
  const now = new Date()
  await database().query.insert(jobs).values({ id, kind, payload: {}, runAt: now, createdAt: now })
  await drainJobs()
  const [job] = await database().query.select().from(jobs).where(eq(jobs.id, id))
  if (job?.state !== jobStates.succeeded) throw new Error(`${kind}: ${job?.error ?? job?.state}`)
}
