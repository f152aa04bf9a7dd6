import { createHash } from 'node:crypto'
import type { Statement } from '#platform/database.ts'
import type { Ctx } from '../context.ts'
import { insertFile } from '../files/storage.ts'
import type { FileVisibility } from '../files/table.ts'
import { type Arrived, joinParts } from '../packages/join-parts.ts'
import { removeUpload } from '../packages/storage.ts'
import { Refused } from '../refusals.ts'
import { mediaLimits, mediumTypeOf } from './rules.ts'

export interface ReceivedFile {
  key: string
  /** Commit them together with what refers to the file by `fileIdOf(key)`. */
  statements: Statement[]
}

/** What others may fetch without a signed address: the library's is everybody's, the rest only its owner's. */
export const visibilityOf = (inLibrary: boolean): Extract<FileVisibility, 'SignedIn' | 'Owner'> =>
  inLibrary ? 'SignedIn' : 'Owner'

async function fromRequest(ctx: Ctx, file: File): Promise<Arrived> {
  const key = `media/${ctx.newId()}`
  await ctx.files.put(key, file.stream())
  return { name: file.name, size: file.size, key }
}

async function hashOf(ctx: Ctx, key: string): Promise<string> {
  const object = await ctx.files.get(key)
  if (!object) throw new Refused('not_found')
  const hash = createHash('sha256')
  for await (const chunk of object.body) hash.update(chunk)
  return hash.digest('hex')
}

async function typeOf(ctx: Ctx, { name, key }: Arrived): Promise<string | null> {
  const head = await ctx.files.get(key, { range: { offset: 0, length: mediaLimits.headBytes } })
  return head && mediumTypeOf(name, new Uint8Array(await head.arrayBuffer()))
}

/** Keeps a file that came with the request or was sent in parts; what it may not be is thrown away at once. */
export async function receiveFile(
  ctx: Ctx,
  { file, uploadId, inLibrary }: { file: File | null; uploadId: string | null; inLibrary: boolean },
): Promise<ReceivedFile | null> {
  if (!file && !uploadId) return null
  if (file?.size === 0) throw new Refused('unsupported_media_type')
  const arrived = file ? await fromRequest(ctx, file) : await joinParts(ctx, uploadId ?? '', mediaLimits.bytes)
  const contentType = await typeOf(ctx, arrived)
  if (!contentType) {
    await ctx.files.delete(arrived.key)
    if (uploadId) await ctx.db.commit(removeUpload(ctx.db, uploadId))
    throw new Refused('unsupported_media_type')
  }
  const row = insertFile(ctx.db, {
    name: arrived.name.slice(0, 300),
    contentType,
    size: arrived.size,
    sha256: await hashOf(ctx, arrived.key),
    key: arrived.key,
    visibility: visibilityOf(inLibrary),
    ownerUserId: ctx.actor.id,
    createdAt: ctx.now,
  })
  return { key: arrived.key, statements: [row, ...(uploadId && !file ? removeUpload(ctx.db, uploadId) : [])] }
}
