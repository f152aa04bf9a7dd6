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

/** Whether the queue runs a job now: a live run renews its lease of 20 seconds every five. */
function isAlive({ state, lockedUntil }: typeof jobs.$inferSelect): boolean {
  const seconds = lockedUntil ? (lockedUntil.getTime() - Date.now()) / 1000 : 0
  return state === jobStates.running && seconds > 12 && seconds <= 20
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Runs every due job, and the jobs that they queue, until none is due. Waits for those that the queue is running. */
export async function drainJobs(): Promise<void> {
  for (let round = 0; round < 100; ) {
    const due = (await database().query.select().from(jobs).where(lte(jobs.runAt, new Date()))).filter(
      (job) => !isOver(job.state),
    )
    if (due.length === 0) return
    const waiting = due.filter((job) => !isAlive(job))
    for (const job of waiting) await deliverJob(job.id)
    if (waiting.length === 0) await pause()
    else round += 1
  }
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
