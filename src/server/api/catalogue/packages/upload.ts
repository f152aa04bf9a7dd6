import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { partSize } from '#api/foundation/uploads/contract.ts'
import { beginUpload, findOwnUpload } from '#api/foundation/uploads/receive-upload.ts'
import { listUploadParts, removeUpload } from '#api/foundation/uploads/storage.ts'
import { Refused } from '#api/refusals.ts'
import { findArchiveSizeRefusal } from './rules.ts'
import { insertPackage, type PackageRow, packageIdOfFolder, toArchiveFolder, toArchiveKey } from './storage.ts'

const newFolder = (ctx: Ctx) => ctx.newId().replaceAll('-', '')

/** Begins the upload of a package's zip in parts. */
export const beginPackageUpload = (ctx: Ctx, file: { fileName: string; size: number }) =>
  beginUpload(ctx, { ...file, fileKey: toArchiveKey(newFolder(ctx)) })

/** The part or material that serves the package once it is ready. */
export interface PackageTarget {
  educationPartId?: number | null
  educatorMaterialId?: number | null
}

/** Inserts a package and queues the job that unpacks it, in one commit. Deletes the zip when the commit fails. */
async function insertWithJob(
  ctx: Ctx,
  file: { name: string; size: number; folder: string },
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
    ])
  } catch (error) {
    await ctx.files.delete(toArchiveKey(file.folder))
    throw error
  }
}

/**
 * Joins the parts of an upload and queues the unpacking.
 * @throws Refused('package_parts_missing')
 */
export async function completeUpload(ctx: Ctx, uploadId: string, destination: PackageTarget): Promise<PackageRow> {
  const upload = await findOwnUpload(ctx, uploadId)
  const parts = await listUploadParts(ctx.db, uploadId)
  if (parts.length !== Math.ceil(upload.size / partSize)) throw new Refused('package_parts_missing')
  await ctx.files.resumeMultipartUpload(upload.fileKey, upload.multipartId).complete(parts)
  const file = { name: upload.originalName, size: upload.size, folder: toArchiveFolder(upload.fileKey) }
  const row = await insertWithJob(ctx, file, destination)
  await ctx.db.commit(removeUpload(ctx.db, uploadId))
  return row
}

/** Stores a package of a single request and queues the unpacking. */
export async function receivePackage(ctx: Ctx, file: File, destination: PackageTarget): Promise<PackageRow> {
  const refusal = findArchiveSizeRefusal(file.size)
  if (refusal) throw new Refused(refusal)
  const folder = newFolder(ctx)
  await ctx.files.put(toArchiveKey(folder), file.stream())
  return insertWithJob(ctx, { name: file.name, size: file.size, folder }, destination)
}
