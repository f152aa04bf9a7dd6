import type { Ctx } from '#api/context.ts'
import { uploadLimit } from '#api/foundation/portal-configuration/rules.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { discardFile, type JoinedFile, joinParts } from '#api/foundation/uploads/join-parts.ts'
import { findUpload } from '#api/foundation/uploads/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { toStorageKey } from './content-url.ts'
import {
  detectSubmissionType,
  isSubmissionName,
  submissionExtensions,
  submissionLimits,
  toStoredName,
} from './rules.ts'

/** An accepted file in the file store. */
export interface ReceivedFile {
  key: string
  name: string
  size: number
  contentType: string
}

/** Refuses a file with the reason at its field, in the caller's language. */
function refuseFile(ctx: Ctx, code: 'too_large' | 'unsupported_media_type', reason: string, maxBytes = 0): never {
  const values = { types: submissionExtensions.join(', '), megabytes: maxBytes / 1024 / 1024 }
  throw new Refused(code, { fields: { file: translator(ctx.language, 'refusals')(reason, values) } })
}

const maxSubmissionBytes = async ({ db }: Ctx) => uploadLimit(submissionLimits.bytes, await findConfiguration(db))

/**
 * Checks the name and the size in bytes of a file to hand in, before its content is sent.
 *
 * @throws Refused('unsupported_media_type') when the extension is not allowed, or the file is empty.
 * @throws Refused('too_large') above 50 MiB or the configured limit.
 */
export async function mustBeAllowedFile(ctx: Ctx, { name, size }: { name: string; size: number }): Promise<void> {
  if (!isSubmissionName(name)) refuseFile(ctx, 'unsupported_media_type', 'invalid.submission_type')
  const maxBytes = await maxSubmissionBytes(ctx)
  if (size > maxBytes) refuseFile(ctx, 'too_large', 'invalid.submission_size', maxBytes)
  if (size === 0) refuseFile(ctx, 'unsupported_media_type', 'invalid.submission_empty')
}

async function fromRequest(ctx: Ctx, file: File): Promise<JoinedFile> {
  await mustBeAllowedFile(ctx, file)
  const key = toStorageKey(createKey(ctx))
  await ctx.files.put(key, file.stream())
  return { name: file.name, size: file.size, key }
}

async function fromParts(ctx: Ctx, uploadId: string): Promise<JoinedFile> {
  const upload = await findUpload(ctx.db, uploadId)
  // An upload for another purpose has another key prefix.
  if (!upload?.fileKey.startsWith(toStorageKey(''))) throw new Refused('not_found')
  return joinParts(ctx, uploadId, await maxSubmissionBytes(ctx))
}

/** Creates a random key for a submission's file: 32 hexadecimal digits. */
export const createKey = (ctx: Ctx) => ctx.newId().replaceAll('-', '')

/**
 * Stores a file to hand in, of the request or, without one, the caller's upload in parts, in the file store. Returns
 * its key, name, size in bytes and the content type by its content. Deletes it and its upload again when its content
 * does not match its extension. Writes no row, and leaves that of the upload: the caller removes it, or discards the
 * file when its own commit fails.
 *
 * @throws Refused('unsupported_media_type') when the file is missing, empty or not allowed, or its content does not
 * match its extension.
 * @throws Refused('too_large') above 50 MiB or the configured limit.
 * @throws Refused('package_parts_missing') when parts of the upload are missing.
 * @throws Refused('not_found') when the caller has no such upload.
 */
export async function receiveFile(ctx: Ctx, file: File | null, uploadId: string | null): Promise<ReceivedFile> {
  if (!file && !uploadId) refuseFile(ctx, 'unsupported_media_type', 'invalid.submission_missing')
  const arrived = file ? await fromRequest(ctx, file) : await fromParts(ctx, uploadId ?? '')
  const head = await ctx.files.get(arrived.key, { range: { offset: 0, length: submissionLimits.headBytes } })
  const contentType = head && detectSubmissionType(arrived.name, new Uint8Array(await head.arrayBuffer()))
  if (!contentType) {
    await discardFile(ctx, { key: arrived.key, uploadId: file ? null : uploadId })
    refuseFile(ctx, 'unsupported_media_type', 'invalid.submission_content')
  }
  const key = arrived.key.slice(toStorageKey('').length)
  return { key, name: toStoredName(arrived.name), size: arrived.size, contentType }
}
