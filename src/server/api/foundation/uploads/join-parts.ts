import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { partSize } from './contract.ts'
import { findUpload, listUploadParts } from './storage.ts'

/** A file that lies whole in the file store, under no name of its own yet. */
export interface Arrived {
  name: string
  size: number
  key: string
}

/** Makes one file of what a person has sent in parts; commit `removeUpload` with what refers to it. */
export async function joinParts(ctx: Ctx, uploadId: string, bytesAtMost: number): Promise<Arrived> {
  const upload = await findUpload(ctx.db, uploadId)
  if (!upload || upload.uploadedByUserId !== ctx.actor.id) throw new Refused('not_found')
  const parts = await listUploadParts(ctx.db, uploadId)
  if (parts.length !== Math.ceil(upload.size / partSize)) throw new Refused('package_parts_missing')
  const multipart = ctx.files.resumeMultipartUpload(upload.fileKey, upload.multipartId)
  if (upload.size > bytesAtMost) {
    await multipart.abort()
    throw new Refused('too_large')
  }
  await multipart.complete(parts)
  return { name: upload.originalName, size: upload.size, key: upload.fileKey }
}
