import { createHash } from 'node:crypto'
import type { Ctx } from '#api/context.ts'
import { cleanPicture } from '#api/foundation/files/pictures/clean-picture.ts'
import { pictureTypes } from '#api/foundation/files/rules.ts'
import { insertFile, storedBytes } from '#api/foundation/files/storage.ts'
import type { FileVisibility } from '#api/foundation/files/table.ts'
import { uploadLimit } from '#api/foundation/portal-configuration/rules.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { withinQuota } from '#api/foundation/quotas/storage.ts'
import { discardFile, type JoinedFile, joinParts } from '#api/foundation/uploads/join-parts.ts'
import { removeUpload } from '#api/foundation/uploads/storage.ts'
import { type RefusalCode, Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { detectMediumType, mediaLimits } from './rules.ts'

export interface StoredMediumFile {
  key: string
  /** The upload in parts that it was joined from, which the statements remove; null for a file of the request. */
  uploadId: string | null
  /** Commit these together with the row that refers to the file by `fileIdOf(key)`. */
  statements: Statement[]
}

/** Returns the visibility of a medium's file: everybody signed in for the library, otherwise only its owner. */
export const toVisibility = (inLibrary: boolean): Extract<FileVisibility, 'SignedIn' | 'Owner'> =>
  inLibrary ? 'SignedIn' : 'Owner'

async function storeRequestFile(ctx: Ctx, file: File): Promise<JoinedFile> {
  const key = `media/${ctx.newId()}`
  await ctx.files.put(key, file.stream())
  return { name: file.name, size: file.size, key }
}

async function hashFile(ctx: Ctx, key: string): Promise<string> {
  const object = await ctx.files.get(key)
  if (!object) throw new Refused('not_found')
  const hash = createHash('sha256')
  for await (const chunk of object.body) hash.update(chunk)
  return hash.digest('hex')
}

async function detectType(ctx: Ctx, { name, key }: JoinedFile): Promise<string | null> {
  const head = await ctx.files.get(key, { range: { offset: 0, length: mediaLimits.headBytes } })
  return head && detectMediumType(name, new Uint8Array(await head.arrayBuffer()))
}

async function discardAndRefuse(
  ctx: Ctx,
  { key }: JoinedFile,
  uploadId: string | null,
  code: RefusalCode,
): Promise<never> {
  await discardFile(ctx, { key, uploadId })
  throw new Refused(code)
}

/** Removes the metadata of a stored picture and returns its new size. */
async function cleanStored(ctx: Ctx, upload: JoinedFile, uploadId: string | null): Promise<number> {
  if (upload.size > mediaLimits.pictureBytes) return discardAndRefuse(ctx, upload, uploadId, 'too_large')
  const object = await ctx.files.get(upload.key)
  if (!object) throw new Refused('not_found')
  const picture = cleanPicture(new Uint8Array(await object.arrayBuffer()))
  if (picture.refusal !== null) return discardAndRefuse(ctx, upload, uploadId, picture.refusal)
  await ctx.files.put(upload.key, picture.bytes)
  return picture.bytes.length
}

/**
 * Stores a file that came with the request or, without one, was uploaded in parts; null when there is neither. A file
 * that is not allowed is deleted at once. `inLibrary` decides who may read it: everybody signed in, or the caller
 * alone.
 *
 * Returns its key and the statements that insert its row, which fail as `media_quota` when the caller has stored too
 * much. When the commit fails, the caller deletes the file with `discardFile`. Pictures lose their metadata.
 *
 * @throws Refused('unsupported_media_type') when the file is empty or of another type.
 * @throws Refused('too_large') above 200 MiB or the configured limit, and for a picture above 25 MiB.
 * @throws Refused('picture_damaged') or Refused('picture_too_many_pixels') as `cleanPicture` decides.
 * @throws Refused('package_parts_missing') when parts of the upload are missing.
 * @throws Refused('not_found') when the caller has no such upload, or the stored file is gone.
 */
export async function receiveFile(
  ctx: Ctx,
  { file, inLibrary, ...request }: { file: File | null; uploadId: string | null; inLibrary: boolean },
): Promise<StoredMediumFile | null> {
  const uploadId = file ? null : request.uploadId
  if (!file && !uploadId) return null
  if (file?.size === 0) throw new Refused('unsupported_media_type')
  const maxBytes = uploadLimit(mediaLimits.bytes, await findConfiguration(ctx.db))
  if (file && file.size > maxBytes) throw new Refused('too_large')
  const upload = file ? await storeRequestFile(ctx, file) : await joinParts(ctx, uploadId ?? '', maxBytes)
  const contentType = await detectType(ctx, upload)
  if (!contentType) return discardAndRefuse(ctx, upload, uploadId, 'unsupported_media_type')
  const size = pictureTypes.has(contentType) ? await cleanStored(ctx, upload, uploadId) : upload.size
  const row = insertFile(ctx.db, {
    name: upload.name.slice(0, 300),
    contentType,
    size,
    sha256: await hashFile(ctx, upload.key),
    key: upload.key,
    visibility: toVisibility(inLibrary),
    purpose: 'Medium',
    cleaned: true,
    ownerUserId: ctx.actor.id,
    createdAt: ctx.now,
  })
  const quota = withinQuota(ctx.db, 'media_quota', storedBytes(ctx.actor.id, ['Medium']), quotas.mediaBytes)
  return { key: upload.key, uploadId, statements: [row, quota, ...(uploadId ? removeUpload(ctx.db, uploadId) : [])] }
}
