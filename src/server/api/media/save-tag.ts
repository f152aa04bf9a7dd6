import { sql } from 'drizzle-orm'
import { recordAudit, recordAuditWhen } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { Refused } from '../refusals.ts'
import type { MediaTag } from './contract.ts'
import { insertTag, removeTag, updateTag } from './write-storage.ts'

interface TagInput {
  name: string
  order?: number | undefined
}

const exists = (id: number) => sql`exists (select 1 from media_tags where id = ${id})`

export async function createTag(ctx: Ctx, { name, order }: TagInput): Promise<MediaTag> {
  const newest = sql<number>`(select max(id) from media_tags)`
  const [[tag]] = await ctx.db.commit([
    insertTag(ctx.db, name, order),
    recordAudit(ctx, 'mediaTag.created', { type: 'mediaTag', id: newest }, { name }),
  ] as const)
  if (!tag) throw new Error('the tag was not inserted')
  return tag
}

export async function changeTag(ctx: Ctx, { id, name, order }: TagInput & { id: number }): Promise<MediaTag> {
  const [[tag]] = await ctx.db.commit([
    updateTag(ctx.db, id, name, order),
    recordAuditWhen(ctx, exists(id), 'mediaTag.changed', { type: 'mediaTag', id }, { name, order }),
  ] as const)
  if (!tag) throw new Refused('not_found')
  return tag
}

/** Deleting what is gone already changes nothing. */
export async function deleteTag(ctx: Ctx, id: number): Promise<undefined> {
  await ctx.db.commit([
    recordAuditWhen(ctx, exists(id), 'mediaTag.deleted', { type: 'mediaTag', id }),
    ...removeTag(ctx.db, id),
  ])
}
