import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { discardFile, joinParts } from '#api/foundation/uploads/join-parts.ts'
import { beginUpload, findOwnUpload } from '#api/foundation/uploads/receive-upload.ts'
import { removeUpload } from '#api/foundation/uploads/storage.ts'
import { Refused } from '#api/refusals.ts'
import { findArchiveSizeRefusal } from './rules.ts'
import { insertPackage, type PackageRow, packageIdOfFolder, toArchiveFolder, toArchiveKey } from './storage.ts'

const newFolder = (ctx: Ctx) => ctx.newId().replaceAll('-', '')

/**
 * Begins the upload of a package's zip in parts, as `beginUpload` does, with an audit entry; `size` is in bytes.
 * Returns its id, the number of parts and their size. The commit fails as `upload_quota`. Access is checked when it is
 * completed.
 */
export const beginPackageUpload = (ctx: Ctx, file: { fileName: string; size: number }) =>
  beginUpload(ctx, { ...file, fileKey: toArchiveKey(newFolder(ctx)), kind: 'package' })

/** The part or material that serves the package once it is ready. */
export interface PackageTarget {
  educationPartId?: number | null
  educatorMaterialId?: number | null
}

/**
 * Inserts a package, queues the job that unpacks it and removes its upload, in one commit. Deletes the zip and the
 * upload when the commit fails.
 */
async function insertWithJob(
  ctx: Ctx,
  file: { name: string; size: number; folder: string; uploadId: string | null },
  destination: PackageTarget,
) {
  const id = packageIdOfFolder(file.folder)
  const row = {
    originalName: file.name,
    size: file.size,
    folder: file.folder,
    educationPartId: destination.educationPartId ?? null,
    educatorMaterialId: destination.educatorMaterialId ?? null,
    uploadedByUserId: ctx.actor.id,
    createdAt: ctx.now,
    changedAt: ctx.now,
  }
  const payload = sql`json_object('packageId', ${id}, 'cursor', 0)`
  try {
    return await insertPackage(ctx.db, row, [
      queueJob(ctx, 'packages.unpack', payload, { key: sql`'packages.unpack:' || ${id}` }),
      recordAudit(ctx, 'package.uploaded', { type: 'package', id }, { fileName: file.name, size: file.size }),
      ...(file.uploadId ? removeUpload(ctx.db, file.uploadId) : []),
    ])
  } catch (error) {
    await discardFile(ctx, { key: toArchiveKey(file.folder), uploadId: file.uploadId })
    throw error
  }
}

/**
 * Joins the parts of an upload, inserts its package for `destination` (a part or educator material) with an audit entry
 * and queues the unpacking. Returns the package; its content is inspected later. Access to the destination is the
 * caller's to check.
 *
 * @throws Refused('not_found') when the caller has no such upload of a package.
 * @throws Refused with the codes of `joinParts`, such as 'package_parts_missing'; it has no limit of size here.
 * @throws Refused('package_quota') when the caller has stored too many packages; the zip and the upload are deleted.
 */
export async function completeUpload(ctx: Ctx, uploadId: string, destination: PackageTarget): Promise<PackageRow> {
  const { fileKey } = await findOwnUpload(ctx, uploadId)
  if (toArchiveKey(toArchiveFolder(fileKey)) !== fileKey) throw new Refused('not_found')
  const { name, size, key } = await joinParts(ctx, uploadId)
  return insertWithJob(ctx, { name, size, folder: toArchiveFolder(key), uploadId }, destination)
}

/**
 * Stores a package of a single request, inserts its row for `destination` (a part or educator material) with an audit
 * entry and queues the unpacking. Returns the package; its content is inspected later. Access to the destination is the
 * caller's to check.
 *
 * @throws Refused('package_too_large') when the zip is larger than 500 MiB.
 * @throws Refused('package_quota') when the caller has stored too many packages; the zip is deleted.
 */
export async function receivePackage(ctx: Ctx, file: File, destination: PackageTarget): Promise<PackageRow> {
  const refusal = findArchiveSizeRefusal(file.size)
  if (refusal) throw new Refused(refusal)
  const folder = newFolder(ctx)
  await ctx.files.put(toArchiveKey(folder), file.stream())
  return insertWithJob(ctx, { name: file.name, size: file.size, folder, uploadId: null }, destination)
}
