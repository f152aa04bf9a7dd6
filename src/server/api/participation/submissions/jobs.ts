import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { submissionKey } from './address.ts'
import { listWithoutResult, removeSubmission } from './storage.ts'

const atOnce = 40

/**
 * What was handed in for a sign-up that an organiser has removed since: nobody can reach it, so nobody shall hold it. The files go
 * before their rows, so that a run that is cut short finds them again.
 */
async function sweep(ctx: Ctx<null>) {
  const found = await listWithoutResult(ctx.db, atOnce)
  const keys = found.flatMap((one) => one.keys.map(submissionKey))
  if (keys.length > 0) await ctx.files.delete(keys)
  if (found.length === 0) return
  await ctx.db.commit(
    found.flatMap(({ id, userId, educationPartId, keys: own }) => [
      recordAudit(ctx, 'submission.swept', { type: 'submission', id }, { userId, educationPartId, files: own.length }),
      ...removeSubmission(ctx.db, id, own),
    ]),
  )
  return found.length < atOnce ? undefined : { rest: {} }
}

export const jobs: Record<string, JobHandler> = {
  'submissions.sweep': sweep,
}
