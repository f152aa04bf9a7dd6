import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { Refused } from '#api/refusals.ts'
import { partSize } from './contract.ts'
import { refuseArchiveSize } from './rules.ts'
import {
  archiveFolderOf,
  archiveKey,
  findUpload,
  insertPackage,
  insertUpload,
  listUploadParts,
  type PackageRow,
  removeUpload,
  type UploadRow,
  upsertUploadPart,
} from './storage.ts'

const newFolder = (ctx: Ctx) => ctx.newId().replaceAll('-', '')

async function ownUpload(ctx: Ctx, uploadId: string): Promise<UploadRow> {
  const upload = await findUpload(ctx.db, uploadId)
  if (!upload || upload.uploadedByUserId !== ctx.actor.id) throw new Refused('not_found')
  return upload
}

/** What is sent in parts and where it is to lie. */
interface Begun {
  fileName: string
  size: number
  fileKey?: string
}

export async function beginUpload(ctx: Ctx, given: Begun) {
  const { fileKey = archiveKey(newFolder(ctx)) } = given
  const multipart = await ctx.files.createMultipartUpload(fileKey)
  const upload = {
    id: ctx.newId(),
    originalName: given.fileName,
    size: given.size,
    fileKey,
    multipartId: multipart.uploadId,
    uploadedByUserId: ctx.actor.id,
    createdAt: ctx.now,
  }
  try {
    await ctx.db.commit([
      ...insertUpload(ctx.db, upload),
      recordAudit(ctx, 'package.uploadBegun', { type: 'packageUpload', id: upload.id }, { fileName: given.fileName }),
    ])
  } catch (error) {
    await multipart.abort()
    throw error
  }
  return { uploadId: upload.id, partSize, parts: Math.ceil(given.size / partSize) }
}

/** Passes one part on as it comes; its length is known from the file's, so nothing is held in memory. */
export async function receivePart(ctx: Ctx, uploadId: string, number: number, body: ReadableStream | null) {
  const upload = await ownUpload(ctx, uploadId)
  const expected = Math.min(partSize, upload.size - (number - 1) * partSize)
  if (!body || expected <= 0) throw new Refused('package_part_invalid')
  const { readable, writable } = new FixedLengthStream(expected)
  const multipart = ctx.files.resumeMultipartUpload(upload.fileKey, upload.multipartId)
  const [piped, stored] = await Promise.allSettled([body.pipeTo(writable), multipart.uploadPart(number, readable)])
  if (piped.status === 'rejected' || stored.status === 'rejected') throw new Refused('package_part_invalid')
  await ctx.db.commit([upsertUploadPart(ctx.db, { uploadId, number, etag: stored.value.etag })])
  return { number }
}

/** What turns to the package once it stands. */
export interface Destination {
  educationPartId?: number | null
  educatorMaterialId?: number | null
}

async function admit(ctx: Ctx, file: { name: string; size: number; folder: string }, destination: Destination) {
  const row = await insertPackage(ctx.db, {
    originalName: file.name,
    size: file.size,
    folder: file.folder,
    educationPartId: destination.educationPartId ?? null,
    educatorMaterialId: destination.educatorMaterialId ?? null,
    uploadedByUserId: ctx.actor.id,
    createdAt: ctx.now,
    changedAt: ctx.now,
  }).catch(async (error: unknown) => {
    await ctx.files.delete(archiveKey(file.folder))
    throw error
  })
  await ctx.db.commit([
    queueJob(ctx, 'packages.unpack', { packageId: row.id, cursor: 0 }, { key: `packages.unpack:${row.id}` }),
    recordAudit(ctx, 'package.uploaded', { type: 'package', id: row.id }, { fileName: file.name, size: file.size }),
  ])
  return row
}

export async function completeUpload(ctx: Ctx, uploadId: string, destination: Destination): Promise<PackageRow> {
  const upload = await ownUpload(ctx, uploadId)
  const parts = await listUploadParts(ctx.db, uploadId)
  if (parts.length !== Math.ceil(upload.size / partSize)) throw new Refused('package_parts_missing')
  await ctx.files.resumeMultipartUpload(upload.fileKey, upload.multipartId).complete(parts)
  const file = { name: upload.originalName, size: upload.size, folder: archiveFolderOf(upload.fileKey) }
  const row = await admit(ctx, file, destination)
  await ctx.db.commit(removeUpload(ctx.db, uploadId))
  return row
}

export async function giveUpUpload(ctx: Ctx, uploadId: string): Promise<void> {
  const upload = await ownUpload(ctx, uploadId)
  await ctx.files.resumeMultipartUpload(upload.fileKey, upload.multipartId).abort()
  await ctx.db.commit([
    ...removeUpload(ctx.db, uploadId),
    recordAudit(ctx, 'package.uploadGivenUp', { type: 'packageUpload', id: uploadId }),
  ])
}

/** A package that came with the request itself. */
export async function receivePackage(ctx: Ctx, file: File, destination: Destination): Promise<PackageRow> {
  const refusal = refuseArchiveSize(file.size)
  if (refusal) throw new Refused(refusal)
  const folder = newFolder(ctx)
  await ctx.files.put(archiveKey(folder), file.stream())
  return admit(ctx, { name: file.name, size: file.size, folder }, destination)
}
