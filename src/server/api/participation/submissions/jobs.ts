import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
import { toStorageKey } from './content-url.ts'
import { listSubmissionsWithoutResult, removeSubmission } from './storage.ts'

const submissionsPerRun = 40

/**
 * Removes submissions whose sign-up an organiser has deleted, since nobody can access them. Deletes the files before
 * the rows, so that an interrupted run finds them again.
 */
async function sweep(ctx: Ctx<null>) {
  const orphans = await listSubmissionsWithoutResult(ctx.db, submissionsPerRun)
  const keys = orphans.flatMap((one) => one.keys.map(toStorageKey))
  if (keys.length > 0) await ctx.files.delete(keys)
  if (orphans.length === 0) return
  await ctx.db.commit(
    orphans.flatMap(({ id, userId, educationPartId, keys: own }) => [
      recordAudit(ctx, 'submission.swept', { type: 'submission', id }, { userId, educationPartId, files: own.length }),
      ...removeSubmission(ctx.db, id, own),
    ]),
  )
  return orphans.length < submissionsPerRun ? undefined : { rest: {} }
}

export const jobs: Record<string, JobHandler> = {
  'submissions.sweep': sweep,
}
