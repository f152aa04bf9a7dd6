import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { partSize } from './contract.ts'
import { findUpload, insertUpload, removeUpload, type UploadRow, upsertUploadPart } from './storage.ts'

/**
 * Finds an upload in parts that the caller has begun and that is neither cancelled nor removed.
 *
 * @throws Refused('not_found') when there is none with the id, or it is another person's.
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
  kind: UploadKind
}

type UploadKind = 'package' | 'submission'

/** Finds the kind of an upload by its key; those of submissions are below `submissions/`. */
const kindOf = ({ fileKey }: Pick<UploadRow, 'fileKey'>): UploadKind =>
  fileKey.startsWith('submissions/') ? 'submission' : 'package'

const targetOf = (kind: UploadKind, id: string) =>
  ({ type: kind === 'package' ? 'packageUpload' : 'submissionUpload', id }) as const

/**
 * Begins an upload in parts of a file for the caller, with an audit entry of its kind; returns its id, the number of
 * parts and their size in bytes. `size` is in bytes, and `fileKey` the key that the joined file gets. The commit fails
 * as `upload_quota`, and nothing is left, when the caller has too many or too large unfinished uploads.
 */
export async function beginUpload(ctx: Ctx, { fileName, size, fileKey, kind }: UploadRequest) {
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
      recordAudit(ctx, `${kind}.uploadBegun`, targetOf(kind, upload.id), { fileName }),
    ])
  } catch (error) {
    await multipart.abort()
    throw error
  }
  return { uploadId: upload.id, partSize, parts: Math.ceil(size / partSize) }
}

/**
 * Streams one part of an upload of the caller to the file store and records it; a repeated part replaces the earlier
 * one. Its length follows from the file size, so nothing is held in memory. `number` counts from 1 and is returned.
 *
 * @throws Refused('not_found') when the caller has no such upload.
 * @throws Refused('package_part_invalid') when the number or the length of the part is wrong, there is no body, or the
 * connection or the file store fails.
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

/**
 * Cancels an upload of the caller and removes its parts, with an audit entry of its kind.
 *
 * @throws Refused('not_found') when the caller has no such upload.
 */
export async function cancelUpload(ctx: Ctx, uploadId: string): Promise<void> {
  const upload = await findOwnUpload(ctx, uploadId)
  const kind = kindOf(upload)
  await ctx.files.resumeMultipartUpload(upload.fileKey, upload.multipartId).abort()
  await ctx.db.commit([
    ...removeUpload(ctx.db, uploadId),
    recordAudit(ctx, `${kind}.uploadGivenUp`, targetOf(kind, uploadId)),
  ])
}
