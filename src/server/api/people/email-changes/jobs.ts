import type { Ctx } from '#api/context.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { removeExpiredChanges } from './storage.ts'

/** Removes old changes of e-mail addresses. Repeatable. */
async function removeOldChanges(ctx: Ctx<null>): Promise<undefined> {
  await ctx.db.commit([removeExpiredChanges(ctx.db, ctx.now)])
}

export const jobs: Record<string, JobHandler> = {
  'emailChanges.forget': removeOldChanges,
}
