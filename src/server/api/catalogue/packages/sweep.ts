import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { JobContinuation } from '#api/foundation/jobs/run.ts'
import { listUploadsBefore, removeUpload } from '#api/foundation/uploads/storage.ts'
import { listPages } from '#platform/bucket-objects.ts'
import { refusePackage, removePackageFiles } from './remove-package.ts'
import { toArchiveFolder, toArchiveKey, updatePackage } from './storage.ts'
import { findMediaKeys, findWaitingFolders, listStuckPackages, listUnusedPackages } from './sweep-storage.ts'

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
  const stuck = await listStuckPackages(ctx.db, subDays(ctx.now, maxDaysToFinish))
  for (const row of stuck) await refusePackage(ctx, row, 'package_unpacking_failed')
  return stuck.length
}

async function sweepUnused(ctx: Ctx<null>): Promise<number> {
  const unused = await listUnusedPackages(ctx.db, subDays(ctx.now, daysUnused), ctx.now)
  for (const { id, folder } of unused) {
    await removePackageFiles(ctx, folder)
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
  for await (const page of listPages(ctx.files, { prefix: toArchiveKey('').replace('.zip', ''), limit: 500 })) {
    const old = page.objects.filter(({ uploaded }) => uploaded < before).map(({ key }) => key)
    const waiting = await findWaitingFolders(ctx.db, old.map(toArchiveFolder))
    const files = await findMediaKeys(ctx.db, old)
    const abandoned = old.filter((key) => !waiting.has(toArchiveFolder(key)) && !files.has(key))
    if (abandoned.length > 0) await ctx.files.delete(abandoned)
  }
}

/**
 * Removes a limited number of unused files from R2. Asks for another run (an empty `rest`) while there were some, else
 * removes old zips and returns undefined.
 *
 * Abandoned uploads and zips are removed after 3 days, without an audit entry; unused packages after 30, with one each.
 * A package that has not been unpacked after 3 days is refused, with an audit entry. Files are removed before the row
 * is changed, so that an interrupted run finds them again.
 */
export async function sweepPackages(ctx: Ctx<null>): Promise<JobContinuation | undefined> {
  const removed = (await sweepUploads(ctx)) + (await sweepStuck(ctx)) + (await sweepUnused(ctx))
  if (removed > 0) return { rest: {} }
  await sweepArchives(ctx)
  return undefined
}
