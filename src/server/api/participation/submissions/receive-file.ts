import type { Ctx } from '#api/context.ts'
import { uploadLimit } from '#api/foundation/portal-configuration/rules.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { type Arrived, joinParts } from '#api/foundation/uploads/join-parts.ts'
import { findUpload } from '#api/foundation/uploads/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { submissionKey } from './address.ts'
import { isSubmissionName, keptName, submissionEndings, submissionLimits, submissionTypeOf } from './rules.ts'

/** A file that may be handed in, in the store. */
export interface ReceivedFile {
  key: string
  name: string
  size: number
  contentType: string
}

/** The reason stands at the field of the file, in the reader's language. */
function refuseFile(ctx: Ctx, code: 'too_large' | 'unsupported_media_type', reason: string, maxBytes = 0): never {
  const values = { types: submissionEndings.join(', '), megabytes: maxBytes / 1024 / 1024 }
  throw new Refused(code, { fields: { file: translator(ctx.language, 'refusals')(reason, values) } })
}

const maxSubmissionBytes = async ({ db }: Ctx) => uploadLimit(submissionLimits.bytes, await findConfiguration(db))

/** What can be told before anything is sent. */
export async function mustBeSubmittable(ctx: Ctx, { name, size }: { name: string; size: number }): Promise<void> {
  if (!isSubmissionName(name)) refuseFile(ctx, 'unsupported_media_type', 'invalid.submission_type')
  const maxBytes = await maxSubmissionBytes(ctx)
  if (size > maxBytes) refuseFile(ctx, 'too_large', 'invalid.submission_size', maxBytes)
  if (size === 0) refuseFile(ctx, 'unsupported_media_type', 'invalid.submission_empty')
}

async function fromRequest(ctx: Ctx, file: File): Promise<Arrived> {
  await mustBeSubmittable(ctx, file)
  const key = submissionKey(newKey(ctx))
  await ctx.files.put(key, file.stream())
  return { name: file.name, size: file.size, key }
}

async function fromParts(ctx: Ctx, uploadId: string): Promise<Arrived> {
  const upload = await findUpload(ctx.db, uploadId)
  // What was begun for something else lies elsewhere, and no host of the content origin would find it.
  if (!upload?.fileKey.startsWith(submissionKey(''))) throw new Refused('not_found')
  return joinParts(ctx, uploadId, await maxSubmissionBytes(ctx))
}

export const newKey = (ctx: Ctx) => ctx.newId().replaceAll('-', '')

/** Keeps what came with the request or was sent in parts; what may not be handed in is thrown away at once. */
export async function receiveFile(ctx: Ctx, file: File | null, uploadId: string | null): Promise<ReceivedFile> {
  if (!file && !uploadId) refuseFile(ctx, 'unsupported_media_type', 'invalid.submission_missing')
  const arrived = file ? await fromRequest(ctx, file) : await fromParts(ctx, uploadId ?? '')
  const head = await ctx.files.get(arrived.key, { range: { offset: 0, length: submissionLimits.headBytes } })
  const contentType = head && submissionTypeOf(arrived.name, new Uint8Array(await head.arrayBuffer()))
  if (!contentType) {
    await ctx.files.delete(arrived.key)
    refuseFile(ctx, 'unsupported_media_type', 'invalid.submission_content')
  }
  const key = arrived.key.slice(submissionKey('').length)
  return { key, name: keptName(arrived.name), size: arrived.size, contentType }
}
