import type { Ctx } from '#api/context.ts'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { withinQuota } from '#api/foundation/quotas/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { cleanPicture } from './pictures/clean-picture.ts'
import { insertFile, ownBytes } from './storage.ts'
import type { FilePurpose, FileVisibility } from './table.ts'

const maxBytes = 5 * 1024 * 1024

type PicturePurpose = Exclude<FilePurpose, 'Medium'>

const visibilities: Record<PicturePurpose, FileVisibility> = {
  PersonPicture: 'SignedIn',
  // Shown in the catalogue's shared answers, at an address that nobody can guess.
  EducationPicture: 'Public',
  Logo: 'Public',
}

interface StoredPicture {
  key: string
  /** Commit them together with what refers to the picture by `fileIdOf(key)`. */
  statements: Statement[]
}

const hex = (buffer: ArrayBuffer) => Buffer.from(buffer).toString('hex')

/**
 * Puts a picture into the file store, without its metadata; its content decides its type, never its name.
 * @throws Refused('too_large' | 'unsupported_media_type' | 'picture_damaged' | 'picture_too_many_pixels')
 */
export async function storePicture(ctx: Ctx, file: File, purpose: PicturePurpose): Promise<StoredPicture> {
  if (file.size > maxBytes) throw new Refused('too_large')
  const picture = cleanPicture(new Uint8Array(await file.arrayBuffer()))
  if (picture.refusal !== null) throw new Refused(picture.refusal)
  const { bytes, contentType } = picture
  const key = `pictures/${ctx.newId()}`
  await ctx.files.put(key, bytes, { httpMetadata: { contentType } })
  const row = {
    name: file.name.slice(0, 300) || 'bild',
    contentType,
    size: bytes.length,
    sha256: hex(await crypto.subtle.digest('SHA-256', bytes)),
    key,
    visibility: visibilities[purpose],
    purpose,
    cleaned: true,
    ownerUserId: ctx.actor.id,
    createdAt: ctx.now,
  }
  const used = ownBytes(ctx.actor.id, ['PersonPicture', 'EducationPicture', 'Logo'])
  return {
    key,
    statements: [insertFile(ctx.db, row), withinQuota(ctx.db, 'picture_quota', used, quotas.pictureBytes)],
  }
}
