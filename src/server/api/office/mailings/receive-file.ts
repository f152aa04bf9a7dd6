import { createHash } from 'node:crypto'
import { detectMediumType, mediaLimits } from '#api/catalogue/media/rules.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { commitWithFile } from '#api/foundation/files/commit-with-file.ts'
import { cleanPicture } from '#api/foundation/files/pictures/clean-picture.ts'
import { pictureTypes } from '#api/foundation/files/rules.ts'
import { insertFile, storedBytes } from '#api/foundation/files/storage.ts'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { withinQuota } from '#api/foundation/quotas/storage.ts'
import { queueScans } from '#api/foundation/scans/storage.ts'
import { Refused } from '#api/refusals.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import type { MailingFile } from './contract.ts'
import { findFileByKey, listAttachable } from './files-storage.ts'
import { mailingFileLimits } from './rules.ts'

/** @throws Refused('picture_damaged') or Refused('picture_too_many_pixels') as `cleanPicture` decides. */
function withoutMetadata(bytes: Uint8Array, contentType: string): Uint8Array {
  if (!pictureTypes.has(contentType)) return bytes
  const picture = cleanPicture(bytes)
  if (picture.refusal !== null) throw new Refused(picture.refusal)
  return picture.bytes
}

/**
 * Stores a file of the caller for a mailing, with an audit entry, and queues its virus scan. Returns it with a signed
 * URL; its name is cut at 200 characters. It is removed after a day unless a draft or a mailing has it. Pictures lose
 * their metadata. The commit fails as `mailing_file_quota` when the caller has stored too much.
 *
 * @throws Refused('unsupported_media_type') without a file, or when it is empty or of a type that is not allowed.
 * @throws Refused('mailing_files_too_large') above 5 MB.
 * @throws Refused('picture_damaged') or Refused('picture_too_many_pixels') for a picture that cannot be read.
 */
export async function receiveMailingFile(ctx: Ctx, file: File | null): Promise<MailingFile> {
  if (!file || file.size === 0) throw new Refused('unsupported_media_type')
  if (file.size > mailingFileLimits.bytes) throw new Refused('mailing_files_too_large')
  const given = new Uint8Array(await file.arrayBuffer())
  const contentType = detectMediumType(file.name, given.subarray(0, mediaLimits.headBytes))
  if (!contentType) throw new Refused('unsupported_media_type')
  const bytes = withoutMetadata(given, contentType)
  const key = `mailings/${ctx.newId()}`
  await ctx.files.put(key, bytes, { httpMetadata: { contentType } })
  const name = file.name.slice(0, 200)
  await commitWithFile(ctx, key, [
    insertFile(ctx.db, {
      name,
      contentType,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      key,
      visibility: 'Owner',
      purpose: 'MailingFile',
      cleaned: true,
      ownerUserId: ctx.actor.id,
      createdAt: ctx.now,
    }),
    withinQuota(ctx.db, 'mailing_file_quota', storedBytes(ctx.actor.id, ['MailingFile']), quotas.mailingFileBytes),
    ...queueScans(ctx, [key]),
    recordAudit(ctx, 'mailingFile.uploaded', { type: 'file', id: key }, { fileName: name }),
  ])
  const stored = await findFileByKey(ctx, key)
  if (!stored) throw new Error('the file was not stored')
  return stored
}

/**
 * Checks that the caller may attach the files to a mailing, and that they are not too large together. Files that are
 * not scanned yet are accepted.
 *
 * @throws Refused('mailing_file_missing') when one is gone or is somebody else's.
 * @throws Refused('mailing_files_too_large') above 5 MB together.
 * @throws Refused('file_infected') when the virus scanner has found one infected.
 */
export async function requireAttachable(ctx: Ctx, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return
  const files = await listAttachable(ctx, fileIds)
  if (files.length < new Set(fileIds).size) throw new Refused('mailing_file_missing')
  if (files.some(({ isInfected }) => isInfected)) throw new Refused('file_infected')
  if (files.reduce((sum, { size }) => sum + size, 0) > mailingFileLimits.bytes)
    throw new Refused('mailing_files_too_large')
}

/**
 * Commits statements that attach the files.
 *
 * @throws Refused with the codes of `requireAttachable`, when the sweep has deleted a file since that was checked.
 */
export async function commitWithFiles(
  ctx: Ctx,
  fileIds: readonly number[],
  statements: readonly Statement[],
): Promise<void> {
  try {
    await ctx.db.commit(statements)
  } catch (error) {
    const isGone = error instanceof ConstraintError && error.text.startsWith('FOREIGN KEY')
    if (isGone) await requireAttachable({ ...ctx, db: ctx.db.onPrimary() }, fileIds)
    throw error
  }
}
