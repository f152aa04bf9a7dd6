import { listManagedEducations } from '#api/catalogue/education-parts/course-storage.ts'
import { tieOccasions } from '#api/catalogue/occasions/management/storage.ts'
import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit, auditRemoval } from '#api/foundation/audit/edits/audit-edit.ts'
import { mayManage } from '#api/people/reach/access.ts'
import { codeOfConstraint, Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { Constraint, type Statement } from '#platform/database.ts'
import type { Tag } from './contract.ts'
import { tagSnapshot } from './snapshot.ts'
import { findTag, insertTag, listTaggable, newestTag, removeTag, renameTag } from './storage.ts'

interface Named {
  name: string
  occasionIds: readonly number[]
}

async function mustManage(ctx: Ctx, educationId: number): Promise<void> {
  const [education] = await listManagedEducations(ctx.db, [educationId])
  if (!education) throw new Refused('not_found')
  if (!mayManage(ctx.actor, education)) throw new Refused('not_allowed')
}

async function checkOccasions(ctx: Ctx, educationId: number, ids: readonly number[]): Promise<void> {
  const found = await listTaggable(ctx.db, educationId, ids)
  if (new Set(found.map(({ educationPartId }) => educationPartId)).size < found.length)
    throw new Refused('tag_part_twice')
  if (found.length === new Set(ids).size) return
  const t = translator(ctx.language, 'refusals')
  throw new Refused('invalid_input', { fields: { occasionIds: t('invalid.unknown_reference') } })
}

async function commit<const S extends readonly Statement[]>(ctx: Ctx, statements: S) {
  try {
    return await ctx.db.commit(statements)
  } catch (error) {
    const code = error instanceof Constraint ? codeOfConstraint(error.text) : null
    throw code ? new Refused(code) : error
  }
}

async function existing(ctx: Ctx, id: number): Promise<Tag> {
  const tag = await findTag(ctx.db, id)
  if (!tag) throw new Refused('not_found')
  await mustManage(ctx, tag.educationId)
  return tag
}

const thing = { type: 'tag', of: tagSnapshot } as const

export async function createTag(ctx: Ctx, { educationId, name, occasionIds }: Named & { educationId: number }) {
  await mustManage(ctx, educationId)
  await checkOccasions(ctx, educationId, occasionIds)
  const [made] = await commit(ctx, [
    insertTag(ctx, educationId, name),
    ...tieOccasions(ctx.db, newestTag, occasionIds, ctx.now),
    auditCreation(ctx, { ...thing, action: 'tag.created' }),
  ] as const)
  return existing(ctx, made[0]?.id ?? 0)
}

export async function changeTag(ctx: Ctx, id: number, { name, occasionIds }: Named): Promise<Tag> {
  const before = await existing(ctx, id)
  await checkOccasions(ctx, before.educationId, occasionIds)
  const audit = auditEdit(ctx, { action: 'tag.changed', target: { type: 'tag', id }, of: tagSnapshot(id) })
  await commit(ctx, [
    audit.before,
    renameTag(ctx, id, name),
    ...tieOccasions(ctx.db, id, occasionIds, ctx.now),
    ...audit.after,
  ])
  return existing(ctx, id)
}

export async function deleteTag(ctx: Ctx, id: number): Promise<undefined> {
  await existing(ctx, id)
  const audit = auditRemoval(ctx, { ...thing, action: 'tag.removed' }, id)
  await ctx.db.commit([audit, ...tieOccasions(ctx.db, id, [], ctx.now), removeTag(ctx, id)])
}
