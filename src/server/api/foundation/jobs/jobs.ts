import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { forgetOver } from './removal-storage.ts'
import type { JobHandler, Rest } from './run.ts'

const daysKept = 30
const jobsPerRun = 5000

/** Removes succeeded and canceled jobs after a month. Failed jobs remain until a person has handled them. */
async function cleanUpJobs(ctx: Ctx<null>): Promise<Rest | undefined> {
  const removed = await forgetOver(ctx.db, subDays(ctx.now, daysKept), jobsPerRun)
  return removed < jobsPerRun ? undefined : { rest: {} }
}

export const jobs: Record<string, JobHandler> = {
  'jobs.forget': cleanUpJobs,
}
