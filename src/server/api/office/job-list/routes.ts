import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { type DailyJob, dailyJobs, isActionAllowed, isResumed, type JobAction } from '#api/foundation/jobs/rules.ts'
import { applyJobAction, startJob } from '#api/foundation/jobs/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { type JobList, type JobProgress, jobCalls, type ListedJob } from './contract.ts'
import { exportJobs } from './export-jobs.ts'
import { findJob, type JobRow, listJobs } from './storage.ts'

const toProgress = (job: JobRow['job'], now: Date): Omit<JobProgress, 'result'> => ({
  id: job.id,
  kind: job.kind,
  state: job.state,
  done: job.progressDone,
  total: job.progressTotal,
  resumed: isResumed(job, now),
})

const toListedJob = ({ job, requesterName }: JobRow, now: Date): ListedJob => ({
  ...toProgress(job, now),
  attempts: job.attempts,
  error: job.error,
  created: job.createdAt,
  runAt: job.runAt,
  started: job.startedAt,
  finished: job.finishedAt,
  requestedBy: job.requestedByUserId && requesterName ? { id: job.requestedByUserId, name: requesterName } : null,
})

async function getProgress(ctx: Ctx, id: string): Promise<JobProgress> {
  const job = await findJob(ctx.db, id)
  const isVisible = job?.requestedByUserId === ctx.actor.id || isSuperadministrator(ctx.actor)
  if (!job || !isVisible) throw new Refused('not_found')
  return { ...toProgress(job, ctx.now), result: job.result }
}

async function changeState(ctx: Ctx, id: string, action: JobAction): Promise<undefined> {
  const job = await findJob(ctx.db, id)
  if (!job) throw new Refused('not_found')
  if (!isActionAllowed(action, job.state)) throw new Refused('job_state')
  await ctx.db.commit([
    applyJobAction(ctx.db, id, action, ctx.now),
    recordAudit(ctx, `job.${action}`, { type: 'job', id }, { kind: job.kind }),
  ])
  if (action !== 'cancel') ctx.queuedJobs.push(id)
}

const runDaily = async (ctx: Ctx, kind: DailyJob) => ({
  jobId: await startJob(
    ctx,
    kind,
    {},
    {
      key: `daily:${kind}`,
      audit: (isNew) => recordAuditWhen(ctx, isNew, 'job.daily', { type: 'job', id: kind }),
    },
  ),
})

const toDailyJobs = (rows: Awaited<ReturnType<typeof listJobs>>['daily']): JobList['daily'] =>
  dailyJobs.map((kind) => {
    const row = rows.find((one) => one.kind === kind)
    return { kind, last: row ? { state: row.state, created: row.created, finished: row.finished } : null }
  })

export const routes = serve(jobCalls, {
  'GET /jobs': async ({ query }, ctx) => {
    const { state, page, pageSize } = query
    const { rows, states, daily } = await listJobs(ctx.db, query)
    const counts = Object.fromEntries(states.map((one) => [String(one.state), one.jobs]))
    const all = states.reduce((sum, one) => sum + one.jobs, 0)
    const total = state === undefined ? all : (counts[state] ?? 0)
    return {
      items: rows.map((row) => toListedJob(row, ctx.now)),
      total,
      page,
      pageSize,
      counts,
      daily: toDailyJobs(daily),
    }
  },
  'GET /jobs/export': ({ query: { kind, ...query } }, ctx) => exportJobs(ctx, query, kind),
  'GET /jobs/:id': ({ params }, ctx) => getProgress(ctx, params.id),
  'POST /jobs/daily': ({ body }, ctx) => runDaily(ctx, body.kind),
  'POST /jobs/:id/run': ({ params }, ctx) => changeState(ctx, params.id, 'run'),
  'POST /jobs/:id/retry': ({ params }, ctx) => changeState(ctx, params.id, 'retry'),
  'POST /jobs/:id/cancel': ({ params }, ctx) => changeState(ctx, params.id, 'cancel'),
})
