import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { Rest } from '#api/foundation/jobs/run.ts'
import { listUploadsBefore, removeUpload } from '#api/foundation/uploads/storage.ts'
import { refuse, removeFolder } from './remove-package.ts'
import { archiveFolderOf, archiveKey, updatePackage } from './storage.ts'
import { listFilesAmong, listStuck, listUnused, listWaitingAmong } from './sweep-storage.ts'

const daysToFinish = 3
const daysUnused = 30

/** Uploads in parts that nobody has gone on with. The parts go first, so that a run that is cut short finds them again. */
async function sweepUploads(ctx: Ctx<null>): Promise<number> {
  const left = await listUploadsBefore(ctx.db, subDays(ctx.now, daysToFinish))
  for (const { id, fileKey, multipartId } of left) {
    await ctx.files
      .resumeMultipartUpload(fileKey, multipartId)
      .abort()
      // The file store forgets unfinished uploads by itself after a while.
      .catch((error: unknown) => ctx.log.warn('packages.uploadGone', { id, error: String(error) }))
    await ctx.db.commit(removeUpload(ctx.db, id))
  }
  return left.length
}

/** Its job has given up; whoever uploaded it reads that it has to be sent again. */
async function sweepStuck(ctx: Ctx<null>): Promise<number> {
  const stuck = await listStuck(ctx.db, subDays(ctx.now, daysToFinish))
  for (const row of stuck) await refuse(ctx, row, 'package_unpacking_failed')
  return stuck.length
}

async function sweepUnused(ctx: Ctx<null>): Promise<number> {
  const unused = await listUnused(ctx.db, subDays(ctx.now, daysUnused), ctx.now)
  for (const { id, folder } of unused) {
    await removeFolder(ctx, folder)
    await ctx.db.commit([
      updatePackage(ctx.db, id, { filesRemovedAt: ctx.now }),
      recordAudit(ctx, 'package.filesRemoved', { type: 'package', id }),
    ])
  }
  return unused.length
}

/** Zips that were left where a run was cut short: joined but in no row, or unpacked already. */
async function sweepArchives(ctx: Ctx<null>): Promise<void> {
  const before = subDays(ctx.now, daysToFinish)
  let cursor: string | undefined
  do {
    const page = await ctx.files.list({
      prefix: archiveKey('').replace('.zip', ''),
      limit: 500,
      ...(cursor && { cursor }),
    })
    const old = page.objects.filter(({ uploaded }) => uploaded < before).map(({ key }) => key)
    const waiting = await listWaitingAmong(ctx.db, old.map(archiveFolderOf))
    const files = await listFilesAmong(ctx.db, old)
    const left = old.filter((key) => !waiting.has(archiveFolderOf(key)) && !files.has(key))
    if (left.length > 0) await ctx.files.delete(left)
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
}

/** What is of no more use in the file store. Removed first and noted then: a run that is cut short finds it again. */
export async function sweep(ctx: Ctx<null>): Promise<Rest | undefined> {
  const found = (await sweepUploads(ctx)) + (await sweepStuck(ctx)) + (await sweepUnused(ctx))
  if (found > 0) return { rest: {} }
  await sweepArchives(ctx)
  return undefined
}
