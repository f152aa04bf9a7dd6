import { subMonths } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { deactivateIdleUsers, listIdleUserIds } from '#api/people/users/inactive-storage.ts'

const defaultMonths = 24
const peoplePerRun = 500

/** Deactivates accounts that have been idle for the configured number of months (spec G-018). Repeatable. */
async function deactivateIdle(ctx: Ctx<null>) {
  const months = (await findConfiguration(ctx.db))?.inactiveMonths ?? defaultMonths
  const since = subMonths(ctx.now, months)
  const idle = await listIdleUserIds(ctx.db, since, peoplePerRun)
  if (idle.length > 0) await ctx.db.commit(deactivateIdleUsers(ctx, idle, since))
  return idle.length < peoplePerRun ? undefined : { rest: {} }
}

export const jobs: Record<string, JobHandler> = {
  'users.shutIdle': deactivateIdle,
}
