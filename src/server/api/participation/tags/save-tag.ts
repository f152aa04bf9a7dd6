import { listManagedEducations } from '#api/catalogue/education-parts/course-storage.ts'
import { setTagOfOccasions } from '#api/catalogue/occasions/management/storage.ts'
import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit, auditRemoval } from '#api/foundation/audit/edits/audit-edit.ts'
import { mayManage } from '#api/people/reach/access.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import type { Tag } from './contract.ts'
import { tagSnapshot } from './snapshot.ts'
import { findTag, insertTag, listTaggable, newestTagId, removeTag, renameTag } from './storage.ts'

interface TagInput {
  name: string
  occasionIds: readonly number[]
}

async function mustManage(ctx: Ctx, educationId: number): Promise<void> {
  const [education] = await listManagedEducations(ctx.db, [educationId])
  if (!education) throw new Refused('not_found')
  if (!mayManage(ctx.actor, education)) throw new Refused('not_allowed')
}

async function checkOccasions(ctx: Ctx, educationId: number, ids: readonly number[]): Promise<void> {
  const taggable = await listTaggable(ctx.db, educationId, ids)
  if (new Set(taggable.map(({ educationPartId }) => educationPartId)).size < taggable.length)
    throw new Refused('tag_part_twice')
  if (taggable.length === new Set(ids).size) return
  const t = translator(ctx.language, 'refusals')
  throw new Refused('invalid_input', { fields: { occasionIds: t('invalid.unknown_reference') } })
}

async function commit<const S extends readonly Statement[]>(ctx: Ctx, statements: S) {
  try {
    return await ctx.db.commit(statements)
  } catch (error) {
    const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
    throw code ? new Refused(code) : error
  }
}

async function getManagedTag(ctx: Ctx, id: number): Promise<Tag> {
  const tag = await findTag(ctx.db, id)
  if (!tag) throw new Refused('not_found')
  await mustManage(ctx, tag.educationId)
  return tag
}

const auditType = { type: 'tag', of: tagSnapshot } as const

/**
 * Creates a tag of an education, which ties occasions together, with an audit entry, and returns it.
 *
 * Sign-ups to one of the occasions then cover all. An occasion that has another tag is moved from it.
 *
 * @throws Refused('not_found') when there is no such education.
 * @throws Refused('not_allowed') when the caller does not manage the education.
 * @throws Refused('invalid_input') when an occasion is not the education's or is cancelled.
 * @throws Refused('tag_part_twice') when two occasions are of one part.
 * @throws Refused('tag_name_taken') when the education has a tag of this name.
 * @throws Refused('tag_occasion_booked') when an occasion that the tag is new to has participants.
 */
export async function createTag(ctx: Ctx, { educationId, name, occasionIds }: TagInput & { educationId: number }) {
  await mustManage(ctx, educationId)
  await checkOccasions(ctx, educationId, occasionIds)
  const [inserted] = await commit(ctx, [
    insertTag(ctx, educationId, name),
    ...setTagOfOccasions(ctx.db, newestTagId, occasionIds, ctx.now),
    auditCreation(ctx, { ...auditType, action: 'tag.created' }),
  ] as const)
  return getManagedTag(ctx, inserted[0]?.id ?? 0)
}

/**
 * Renames a tag, which ties an education's occasions together, and replaces its occasions, with an audit entry. Returns
 * it; sign-ups stay.
 *
 * Occasions that are not among them are untied; one that has another tag is moved from it.
 *
 * @throws Refused('not_found') when there is no such tag.
 * @throws Refused with the codes of `createTag`.
 */
export async function changeTag(ctx: Ctx, id: number, { name, occasionIds }: TagInput): Promise<Tag> {
  const before = await getManagedTag(ctx, id)
  await checkOccasions(ctx, before.educationId, occasionIds)
  const audit = auditEdit(ctx, { action: 'tag.changed', target: { type: 'tag', id }, of: tagSnapshot(id) })
  await commit(ctx, [
    audit.before,
    renameTag(ctx, id, name),
    ...setTagOfOccasions(ctx.db, id, occasionIds, ctx.now),
    ...audit.after,
  ])
  return getManagedTag(ctx, id)
}

/**
 * Deletes a tag, which ties an education's occasions together, and unties its occasions, with an audit entry; sign-ups
 * stay.
 *
 * @throws Refused('not_found') when there is no such tag, or its education does not exist.
 * @throws Refused('not_allowed') when the caller does not manage the education.
 */
export async function deleteTag(ctx: Ctx, id: number): Promise<undefined> {
  await getManagedTag(ctx, id)
  const audit = auditRemoval(ctx, { ...auditType, action: 'tag.removed' }, id)
  await ctx.db.commit([audit, ...setTagOfOccasions(ctx.db, id, [], ctx.now), removeTag(ctx, id)])
}
