import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { Rest } from '#api/foundation/jobs/run.ts'
import { listUploadsBefore, removeUpload } from '#api/foundation/uploads/storage.ts'
import { refuse, removeFolder } from './remove-package.ts'
import { archiveFolderOf, archiveKey, updatePackage } from './storage.ts'
import { listFilesAmong, listStuck, listUnused, listWaitingAmong } from './sweep-storage.ts'

const maxDaysToFinish = 3
const daysUnused = 30

/**
 * Removes abandoned uploads in parts. The parts are removed before the row, so that an interrupted run finds the upload
 * again.
 */
async function sweepUploads(ctx: Ctx<null>): Promise<number> {
  const abandoned = await listUploadsBefore(ctx.db, subDays(ctx.now, maxDaysToFinish))
  for (const { id, fileKey, multipartId } of abandoned) {
    await ctx.files
      .resumeMultipartUpload(fileKey, multipartId)
      .abort()
      // R2 aborts unfinished multipart uploads by itself after a while.
      .catch((error: unknown) => ctx.log.warn('packages.uploadGone', { id, error: String(error) }))
    await ctx.db.commit(removeUpload(ctx.db, id))
  }
  return abandoned.length
}

/** Refuses packages whose unpacking job has given up; the uploader sees that the file must be sent again. */
async function sweepStuck(ctx: Ctx<null>): Promise<number> {
  const stuck = await listStuck(ctx.db, subDays(ctx.now, maxDaysToFinish))
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

/** Removes zips of interrupted runs: without a package row, or already unpacked. */
async function sweepArchives(ctx: Ctx<null>): Promise<void> {
  const before = subDays(ctx.now, maxDaysToFinish)
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
    const abandoned = old.filter((key) => !waiting.has(archiveFolderOf(key)) && !files.has(key))
    if (abandoned.length > 0) await ctx.files.delete(abandoned)
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
}

/**
 * Removes unused files from R2. Files are removed before the row is changed, so that an interrupted run finds them
 * again.
 */
export async function sweep(ctx: Ctx<null>): Promise<Rest | undefined> {
  const removed = (await sweepUploads(ctx)) + (await sweepStuck(ctx)) + (await sweepUnused(ctx))
  if (removed > 0) return { rest: {} }
  await sweepArchives(ctx)
  return undefined
}
