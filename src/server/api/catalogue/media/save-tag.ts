import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit, auditRemoval } from '#api/foundation/audit/edits/audit-edit.ts'
import { Refused } from '#api/refusals.ts'
import type { MediaTag } from './contract.ts'
import { mediaTagSnapshot } from './snapshot.ts'
import { insertTag, removeTag, updateTag } from './write-storage.ts'

interface TagInput {
  name: string
  order?: number | undefined
}

const auditType = { type: 'mediaTag', of: mediaTagSnapshot } as const

/**
 * Creates a tag with an audit entry, and returns it; last in the order unless `order` is given. The commit fails as
 * `media_tag_taken` when the name is in use. Who may create one is the call's to check.
 */
export async function createTag(ctx: Ctx, { name, order }: TagInput): Promise<MediaTag> {
  const [[tag]] = await ctx.db.commit([
    insertTag(ctx.db, name, order),
    auditCreation(ctx, { ...auditType, action: 'mediaTag.created' }),
  ] as const)
  if (!tag) throw new Error('the tag was not inserted')
  return tag
}

/**
 * Changes the name or the order of a tag with an audit entry, and returns it; without `order` its place stays. There is
 * no version: the last write wins. The commit fails as `media_tag_taken` when the name is in use.
 *
 * @throws Refused('not_found') when there is no such tag.
 */
export async function changeTag(ctx: Ctx, { id, name, order }: TagInput & { id: number }): Promise<MediaTag> {
  const target = { type: 'mediaTag', id } as const
  const audit = auditEdit(ctx, { action: 'mediaTag.changed', target, of: mediaTagSnapshot(id) })
  const [, [tag]] = await ctx.db.commit([audit.before, updateTag(ctx.db, id, name, order), ...audit.after] as const)
  if (!tag) throw new Refused('not_found')
  return tag
}

/**
 * Deletes a tag and its links, with an audit entry; repeating it changes nothing. Who may delete it is the call's to
 * check.
 */
export async function deleteTag(ctx: Ctx, id: number): Promise<undefined> {
  await ctx.db.commit([auditRemoval(ctx, { ...auditType, action: 'mediaTag.deleted' }, id), ...removeTag(ctx.db, id)])
}
