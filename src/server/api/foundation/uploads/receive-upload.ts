import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { partSize } from './contract.ts'
import { findUpload, insertUpload, removeUpload, type UploadRow, upsertUploadPart } from './storage.ts'

/**
 * Finds an upload of the caller.
 * @throws Refused('not_found') when the caller has no such upload
 */
export async function findOwnUpload(ctx: Ctx, uploadId: string): Promise<UploadRow> {
  const upload = await findUpload(ctx.db, uploadId)
  if (!upload || upload.uploadedByUserId !== ctx.actor.id) throw new Refused('not_found')
  return upload
}

/** A file that is sent in parts. */
interface UploadRequest {
  fileName: string
  /** Bytes. */
  size: number
  fileKey: string
}

/** Begins an upload in parts; returns the number of parts and their size. */
export async function beginUpload(ctx: Ctx, { fileName, size, fileKey }: UploadRequest) {
  const multipart = await ctx.files.createMultipartUpload(fileKey)
  const upload = {
    id: ctx.newId(),
    originalName: fileName,
    size,
    fileKey,
    multipartId: multipart.uploadId,
    uploadedByUserId: ctx.actor.id,
    createdAt: ctx.now,
  }
  try {
    await ctx.db.commit([
      ...insertUpload(ctx.db, upload),
      recordAudit(ctx, 'package.uploadBegun', { type: 'packageUpload', id: upload.id }, { fileName }),
    ])
  } catch (error) {
    await multipart.abort()
    throw error
  }
  return { uploadId: upload.id, partSize, parts: Math.ceil(size / partSize) }
}

/**
 * Streams one part to the file store; its length follows from the file size, so nothing is held in memory.
 * @throws Refused('package_part_invalid') when the number or the length of the part is wrong
 */
export async function receivePart(ctx: Ctx, uploadId: string, number: number, body: ReadableStream | null) {
  const upload = await findOwnUpload(ctx, uploadId)
  const expected = Math.min(partSize, upload.size - (number - 1) * partSize)
  if (!body || expected <= 0) throw new Refused('package_part_invalid')
  const { readable, writable } = new FixedLengthStream(expected)
  const multipart = ctx.files.resumeMultipartUpload(upload.fileKey, upload.multipartId)
  const [piped, stored] = await Promise.allSettled([body.pipeTo(writable), multipart.uploadPart(number, readable)])
  if (piped.status === 'rejected' || stored.status === 'rejected') throw new Refused('package_part_invalid')
  await ctx.db.commit([upsertUploadPart(ctx.db, { uploadId, number, etag: stored.value.etag })])
  return { number }
}

/** Cancels an upload and removes its parts. */
export async function cancelUpload(ctx: Ctx, uploadId: string): Promise<void> {
  const upload = await findOwnUpload(ctx, uploadId)
  await ctx.files.resumeMultipartUpload(upload.fileKey, upload.multipartId).abort()
  await ctx.db.commit([
    ...removeUpload(ctx.db, uploadId),
    recordAudit(ctx, 'package.uploadGivenUp', { type: 'packageUpload', id: uploadId }),
  ])
}
