import type { Ctx } from '#api/context.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { removeExpiredRequests } from './requests-storage.ts'
import { maxDaysOpen } from './rules.ts'
import { removeUnconfirmedLinks } from './storage.ts'

/** Removes requests and links that nobody has answered in time. Repeatable. */
async function removeUnansweredRequests(ctx: Ctx<null>): Promise<undefined> {
  const madeBefore = new Date(ctx.now.getTime() - maxDaysOpen * 86_400_000)
  await ctx.db.commit([removeExpiredRequests(ctx.db, ctx.now), removeUnconfirmedLinks(ctx.db, madeBefore)])
}

export const jobs: Record<string, JobHandler> = {
  'guardians.forget': removeUnansweredRequests,
}
