import { subDays } from 'date-fns'
import type { Ctx } from '../context.ts'
import type { JobHandler, Rest } from '../jobs/run.ts'
import { listUploadsBefore, removeUpload } from './storage.ts'
import { unpackSome } from './unpack.ts'

const daysToFinish = 3

/** Uploads in parts that nobody has gone on with. The parts go first, so that a run that is cut short finds them again. */
async function sweep(ctx: Ctx<null>): Promise<Rest | undefined> {
  const left = await listUploadsBefore(ctx.db, subDays(ctx.now, daysToFinish))
  for (const { id, fileKey, multipartId } of left) {
    await ctx.files
      .resumeMultipartUpload(fileKey, multipartId)
      .abort()
      // The file store forgets unfinished uploads by itself after a while.
      .catch((error: unknown) => ctx.log.warn('packages.uploadGone', { id, error: String(error) }))
    await ctx.db.commit(removeUpload(ctx.db, id))
  }
  return left.length > 0 ? { rest: {} } : undefined
}

export const jobs = {
  'packages.sweep': sweep,
  /** After an upload; asks the package's state first, and goes on where the last run stopped. */
  'packages.unpack': unpackSome,
} satisfies Record<string, JobHandler>
