import { isAdministrator } from '../actor.ts'
import { recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { mayManage } from '../educations/access.ts'
import { receivePackage } from '../packages/upload.ts'
import { Refused } from '../refusals.ts'
import { type EducationPart, type EducationPartInput, partTypes } from './contract.ts'
import { listEducationsOfPart, listManagedEducations } from './course-storage.ts'
import { appendToEducations, insertPart, replaceResponsibles, updatePart } from './part-writes.ts'
import { listParts } from './storage.ts'

/** Every education that a part goes into is one's own to manage; a part of no education is the administrators'. */
async function checkEducations(ctx: Ctx, educationIds: readonly number[]): Promise<void> {
  const educations = await listManagedEducations(ctx.db, educationIds)
  if (educations.length < new Set(educationIds).size) throw new Refused('not_found')
  if (isAdministrator(ctx.actor)) return
  if (educations.length === 0 || !educations.every((one) => mayManage(ctx.actor, one))) throw new Refused('not_allowed')
}

async function receiveFile(ctx: Ctx, part: EducationPartInput, id: number, file: File | null): Promise<void> {
  if (!file) return
  if (part.type !== partTypes.ArticulateSession) throw new Refused('unsupported_media_type')
  await receivePackage(ctx, file, { educationPartId: id })
}

async function saved(ctx: Ctx, id: number): Promise<EducationPart> {
  const [part] = await listParts(ctx.db, ctx.actor, [id])
  if (!part) throw new Refused('not_found')
  return part
}

export async function createPart(ctx: Ctx, part: EducationPartInput, file: File | null): Promise<EducationPart> {
  await checkEducations(ctx, part.educationIds)
  const id = await insertPart(ctx.db, part, ctx.now)
  await ctx.db.commit([
    ...replaceResponsibles(ctx.db, id, part.responsibleIds),
    appendToEducations(ctx.db, id, part.educationIds),
    recordAudit(ctx, 'educationPart.created', { type: 'educationPart', id }, { title: part.title }),
  ])
  await receiveFile(ctx, part, id, file)
  return saved(ctx, id)
}

export async function changePart(ctx: Ctx, part: EducationPartInput, file: File | null): Promise<EducationPart> {
  const id = part.id ?? 0
  const educations = await listEducationsOfPart(ctx.db, id)
  const mayChange = isAdministrator(ctx.actor) || educations.some((one) => mayManage(ctx.actor, one))
  // The part exists for nobody who may not see it.
  const [known] = await listParts(ctx.db, ctx.actor, [id])
  if (!known) throw new Refused('not_found')
  if (!mayChange) throw new Refused('not_allowed')
  if (!(await updatePart(ctx.db, id, part, ctx.now))) throw new Refused('changed_meanwhile')
  await ctx.db.commit([
    ...replaceResponsibles(ctx.db, id, part.responsibleIds),
    recordAudit(ctx, 'educationPart.changed', { type: 'educationPart', id }, { title: part.title, before: known }),
  ])
  await receiveFile(ctx, part, id, file)
  return saved(ctx, id)
}
