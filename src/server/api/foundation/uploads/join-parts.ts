import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { partSize } from './contract.ts'
import { findUpload, listUploadParts } from './storage.ts'

/** A complete file in the file store. */
export interface JoinedFile {
  name: string
  size: number
  key: string
}

/**
 * Joins the uploaded parts into one file. Commit `removeUpload` with the row that refers to the file.
 * @throws Refused('not_found') when the caller has no such upload
 * @throws Refused('package_parts_missing') when parts are missing
 * @throws Refused('too_large') when the file has more than `maxBytes` bytes
 */
export async function joinParts(ctx: Ctx, uploadId: string, maxBytes: number): Promise<JoinedFile> {
  const upload = await findUpload(ctx.db, uploadId)
  if (!upload || upload.uploadedByUserId !== ctx.actor.id) throw new Refused('not_found')
  const parts = await listUploadParts(ctx.db, uploadId)
  if (parts.length !== Math.ceil(upload.size / partSize)) throw new Refused('package_parts_missing')
  const multipart = ctx.files.resumeMultipartUpload(upload.fileKey, upload.multipartId)
  if (upload.size > maxBytes) {
    await multipart.abort()
    throw new Refused('too_large')
  }
  await multipart.complete(parts)
  return { name: upload.originalName, size: upload.size, key: upload.fileKey }
}
