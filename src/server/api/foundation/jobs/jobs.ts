import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { removeOldJobs } from './removal-storage.ts'
import type { JobContinuation, JobHandler } from './run.ts'

const daysKept = 30
const jobsPerRun = 5000

/** Removes succeeded and cancelled jobs after a month. Failed jobs remain until a person has handled them. */
async function cleanUpJobs(ctx: Ctx<null>): Promise<JobContinuation | undefined> {
  const removed = await removeOldJobs(ctx.db, subDays(ctx.now, daysKept), jobsPerRun)
  return removed < jobsPerRun ? undefined : { rest: {} }
}

export const jobs: Record<string, JobHandler> = {
  'jobs.forget': cleanUpJobs,
}
