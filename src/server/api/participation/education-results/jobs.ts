import type { Ctx } from '#api/context.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { hasNotice } from '#api/foundation/notices/storage.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import { findResultByCode } from './storage.ts'

/** Notifies a person of a completed education. Does nothing when the commit that queued the job completed none. */
async function notifyCompletion(ctx: Ctx<null>, { code }: { code: string }): Promise<undefined> {
  const result = await findResultByCode(ctx.db, code)
  if (!result) return
  const { userId, educationId, title } = result
  // The code in the path distinguishes this completion's notice from an earlier one's.
  const path = `/print/certificate/${userId}/education/${educationId}?code=${code}`
  if (await hasNotice(ctx.db, userId, 'educationCompleted', path)) return
  await ctx.db.commit([
    ...writeNotification(ctx, 'educationCompleted', result, { path, facts: { titles: [title] } }),
    queueJob(ctx, 'licenses.evaluate', { userId }),
  ])
}

export const jobs: Record<string, JobHandler> = {
  'results.educationCompleted': notifyCompletion,
}
