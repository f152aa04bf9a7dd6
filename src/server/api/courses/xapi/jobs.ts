import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import type { JobHandler, Rest } from '#api/foundation/jobs/run.ts'
import { abandonRunOut } from './cmi5/abandon.ts'
import { forgetLaunches } from './launch-storage.ts'

const launchesPerRun = 5000
/** Each costs some statements. */
const sessionsPerRun = 50

/** A course's way in is open for some hours; what is left of it after a day is of no use. Run again it finds none. */
async function forget(ctx: Ctx<null>): Promise<Rest | undefined> {
  // First, since what is told of a session needs its launch.
  if ((await abandonRunOut(ctx, sessionsPerRun)) === sessionsPerRun) return { rest: {} }
  const forgotten = await forgetLaunches(ctx.db, subDays(ctx.now, 1), launchesPerRun)
  return forgotten < launchesPerRun ? undefined : { rest: {} }
}

export const jobs: Record<string, JobHandler> = {
  'xapi.forget': forget,
}
