import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { partSize } from './contract.ts'
import { findOwnUpload } from './receive-upload.ts'
import { listUploadParts, removeUpload } from './storage.ts'

/** A complete file in the file store. */
export interface JoinedFile {
  name: string
  size: number
  key: string
}

/**
 * Joins all parts of an upload of the caller into one file in the file store. Returns its name, its announced size in
 * bytes and its key. A second call rejects with the error of the file store. The upload's row stays: commit
 * `removeUpload` with the row that refers to the file, or call `discardFile`.
 *
 * @throws Refused('not_found') when the caller has no such upload.
 * @throws Refused('package_parts_missing') when parts are missing.
 * @throws Refused('too_large') when the file has more than `maxBytes` bytes; the upload is removed.
 */
export async function joinParts(ctx: Ctx, uploadId: string, maxBytes = Infinity): Promise<JoinedFile> {
  const upload = await findOwnUpload(ctx, uploadId)
  const parts = await listUploadParts(ctx.db, uploadId)
  if (parts.length !== Math.ceil(upload.size / partSize)) throw new Refused('package_parts_missing')
  const multipart = ctx.files.resumeMultipartUpload(upload.fileKey, upload.multipartId)
  if (upload.size > maxBytes) {
    await multipart.abort()
    await ctx.db.commit(removeUpload(ctx.db, uploadId))
    throw new Refused('too_large')
  }
  await multipart.complete(parts)
  return { name: upload.originalName, size: upload.size, key: upload.fileKey }
}

/**
 * Deletes a received file, which no row refers to, from the file store, and removes the upload that it was joined from.
 * That upload cannot be joined again. `uploadId` is null for a file of a single request. Neither the owner nor the
 * absence of rows is checked.
 */
export async function discardFile(
  ctx: Ctx,
  { key, uploadId }: { key: string; uploadId: string | null },
): Promise<void> {
  await ctx.files.delete(key)
  if (uploadId) await ctx.db.commit(removeUpload(ctx.db, uploadId))
}
