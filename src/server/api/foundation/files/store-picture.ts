import type { Ctx } from '#api/context.ts'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { withinQuota } from '#api/foundation/quotas/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { cleanPicture } from './pictures/clean-picture.ts'
import { queueRendering } from './renditions/queue-rendering.ts'
import { insertFile, storedBytes } from './storage.ts'
import type { FilePurpose, FileVisibility } from './table.ts'

const maxBytes = 5 * 1024 * 1024

type PicturePurpose = Exclude<FilePurpose, 'Medium' | 'MailingFile'>

const visibilities: Record<PicturePurpose, FileVisibility> = {
  PersonPicture: 'SignedIn',
  // Shown in shared answers of the catalogue, at an address that nobody can guess.
  EducationPicture: 'Public',
  Logo: 'Public',
}

interface StoredPicture {
  key: string
  /** To be committed with the row that refers to the picture by `fileIdOf(key)`. */
  statements: Statement[]
}

const hex = (buffer: ArrayBuffer) => Buffer.from(buffer).toString('hex')

/**
 * Puts a picture without its metadata into the file store, as a file of the caller. Its content decides its type, not
 * its name.
 *
 * Returns its key in the store and the statements that insert its row, whose commit fails as `picture_quota` when the
 * caller has stored too much; for an education they also queue the job that renders it in smaller widths. The caller
 * commits them with `commitWithFile`, which removes the object when that fails. Logos and pictures of educations become
 * public, pictures of people are for everyone signed in.
 *
 * @throws Refused('too_large') when the file is larger than 5 MiB.
 * @throws Refused('unsupported_media_type') when it is not GIF, JPEG, PNG or WebP.
 * @throws Refused('picture_damaged') when its container is damaged.
 * @throws Refused('picture_too_many_pixels') when it has more than 40 million pixels.
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
  const used = storedBytes(ctx.actor.id, ['PersonPicture', 'EducationPicture', 'Logo'])
  return {
    key,
    statements: [
      insertFile(ctx.db, row),
      withinQuota(ctx.db, 'picture_quota', used, quotas.pictureBytes),
      ...(purpose === 'EducationPicture' ? [queueRendering(ctx, key)] : []),
    ],
  }
}
