import type { Ctx } from '#api/context.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { removeFinishedInvitations } from './storage.ts'

/** Removes accepted and expired invitations. Idempotent. */
async function forget(ctx: Ctx<null>): Promise<undefined> {
  await ctx.db.commit([removeFinishedInvitations(ctx.db, ctx.now)])
}

export const jobs: Record<string, JobHandler> = {
  'educationInvitations.forget': forget,
}
