import type { Ctx } from '#api/context.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { removeOld } from './storage.ts'

/** Removes changes of e-mail addresses that are long over. Run again it finds none. */
async function forget(ctx: Ctx<null>): Promise<undefined> {
  await ctx.db.commit([removeOld(ctx.db, ctx.now)])
}

export const jobs: Record<string, JobHandler> = {
  'emailChanges.forget': forget,
}
