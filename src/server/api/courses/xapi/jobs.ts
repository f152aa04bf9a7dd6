import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { abandonExpiredSessions } from './cmi5/abandon.ts'
import { removeOldLaunches } from './launch-storage.ts'

const launchesPerRun = 5000
/** Each session costs several statements. */
const sessionsPerRun = 50

/** Removes launches that expired more than a day ago. Repeating the job is harmless. */
async function removeLaunches(ctx: Ctx<null>): Promise<JobContinuation | undefined> {
  // Abandoned sessions come first, since their statements need the launch.
  if ((await abandonExpiredSessions(ctx, sessionsPerRun)) === sessionsPerRun) return { rest: {} }
  const removed = await removeOldLaunches(ctx.db, subDays(ctx.now, 1), launchesPerRun)
  return removed < launchesPerRun ? undefined : { rest: {} }
}

export const jobs: Record<string, JobHandler> = {
  'xapi.forget': removeLaunches,
}
