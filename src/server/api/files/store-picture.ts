import type { Statement } from '#platform/database.ts'
import type { Ctx } from '../context.ts'
import { Refused } from '../refusals.ts'
import { pictureTypeOf } from './rules.ts'
import { insertFile } from './storage.ts'
import type { FileVisibility } from './table.ts'

const bytesAtMost = 5 * 1024 * 1024

interface StoredPicture {
  key: string
  /** Commit it together with what refers to the picture by `fileIdOf(key)`. */
  statement: Statement
}

const hex = (buffer: ArrayBuffer) => Buffer.from(buffer).toString('hex')

/** Puts a picture into the file store; its content says what it is, never its name. */
export async function storePicture(ctx: Ctx, file: File, visibility: FileVisibility): Promise<StoredPicture> {
  if (file.size > bytesAtMost) throw new Refused('too_large')
  const bytes = await file.arrayBuffer()
  const contentType = pictureTypeOf(new Uint8Array(bytes))
  if (!contentType) throw new Refused('unsupported_media_type')
  const key = `pictures/${ctx.newId()}`
  await ctx.files.put(key, bytes, { httpMetadata: { contentType } })
  const statement = insertFile(ctx.db, {
    name: file.name.slice(0, 300) || 'bild',
    contentType,
    size: file.size,
    sha256: hex(await crypto.subtle.digest('SHA-256', bytes)),
    key,
    visibility,
    ownerUserId: ctx.actor.id,
    createdAt: ctx.now,
  })
  return { key, statement }
}
