import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import type { JobHandler, Rest } from '#api/foundation/jobs/run.ts'
import { abandonRunOut } from './cmi5/abandon.ts'
import { forgetLaunches } from './launch-storage.ts'

const launchesPerRun = 5000
/** Each session costs several statements. */
const sessionsPerRun = 50

/** Removes launches that expired more than a day ago. Repeating the job is harmless. */
async function removeLaunches(ctx: Ctx<null>): Promise<Rest | undefined> {
  // Abandoned sessions come first, since their statements need the launch.
  if ((await abandonRunOut(ctx, sessionsPerRun)) === sessionsPerRun) return { rest: {} }
  const removed = await forgetLaunches(ctx.db, subDays(ctx.now, 1), launchesPerRun)
  return removed < launchesPerRun ? undefined : { rest: {} }
}

export const jobs: Record<string, JobHandler> = {
  'xapi.forget': removeLaunches,
}
