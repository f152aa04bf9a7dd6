import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { forgetOver } from './removal-storage.ts'
import type { JobHandler, Rest } from './run.ts'

const daysKept = 30
const jobsPerRun = 5000

/** What went well, or was called off, is history after a month. What failed stays until somebody has seen to it. */
async function forget(ctx: Ctx<null>): Promise<Rest | undefined> {
  const forgotten = await forgetOver(ctx.db, subDays(ctx.now, daysKept), jobsPerRun)
  return forgotten < jobsPerRun ? undefined : { rest: {} }
}

export const jobs: Record<string, JobHandler> = {
  'jobs.forget': forget,
}
