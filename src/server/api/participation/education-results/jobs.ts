import type { Ctx } from '#api/context.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { wasNotified } from '#api/foundation/notices/storage.ts'
import { announce } from '#api/participation/results/announce.ts'
import { findByCode } from './storage.ts'

/** Tells somebody that an education is completed, if the commit that asked for it did complete one. */
async function tellCompleted(ctx: Ctx<null>, { code }: { code: string }): Promise<undefined> {
  const result = await findByCode(ctx.db, code)
  if (!result) return
  const { userId, educationId, title } = result
  // The code makes it this very completion's notice, and not that of an earlier one.
  const path = `/print/certificate/${userId}/education/${educationId}?code=${code}`
  if (await wasNotified(ctx.db, userId, 'educationCompleted', path)) return
  await ctx.db.commit([
    ...announce(ctx, 'educationCompleted', result, { title, path }),
    queueJob(ctx, 'licenses.evaluate', { userId }),
  ])
}

export const jobs: Record<string, JobHandler> = {
  'results.educationCompleted': tellCompleted,
}
