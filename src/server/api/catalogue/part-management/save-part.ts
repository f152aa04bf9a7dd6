import { isAdministrator } from '#api/actor.ts'
import { type EducationPart, type EducationPartInput, partTypes } from '#api/catalogue/education-parts/contract.ts'
import { listEducationsOfPart, listManagedEducations } from '#api/catalogue/education-parts/course-storage.ts'
import { insertPart, replaceResponsibles, updatePart } from '#api/catalogue/education-parts/part-writes.ts'
import { listParts } from '#api/catalogue/education-parts/storage.ts'
import { appendPart } from '#api/catalogue/educations/storage.ts'
import { refuseArchiveSize } from '#api/catalogue/packages/rules.ts'
import { receivePackage } from '#api/catalogue/packages/upload.ts'
import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { mayManage } from '#api/people/reach/access.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { educationPartSnapshot } from './snapshot.ts'

/** Every education that a part goes into is one's own to manage; a part of no education is the administrators'. */
async function checkEducations(ctx: Ctx, educationIds: readonly number[]): Promise<void> {
  const educations = await listManagedEducations(ctx.db, educationIds)
  if (educations.length < new Set(educationIds).size) throw new Refused('not_found')
  if (isAdministrator(ctx.actor)) return
  if (educations.length === 0 || !educations.every((one) => mayManage(ctx.actor, one))) throw new Refused('not_allowed')
}

/** Said before anything is written: a part whose file is refused is not made. */
function checkFile(part: EducationPartInput, file: File | null): void {
  if (!file) return
  if (part.type !== partTypes.ArticulateSession) throw new Refused('unsupported_media_type')
  const refusal = refuseArchiveSize(file.size)
  if (refusal) throw new Refused(refusal)
}

/** Occasions, examinations, packages and what is handed in hang on a part by its type. */
function checkType(ctx: Ctx, known: EducationPart, { type }: EducationPartInput): void {
  if (type === known.type) return
  throw new Refused('invalid_input', { fields: { type: translator(ctx.language, 'refusals')('invalid.type_kept') } })
}

async function saved(ctx: Ctx, id: number): Promise<EducationPart> {
  const [part] = await listParts(ctx.db, ctx.actor, [id])
  if (!part) throw new Refused('not_found')
  return part
}

export async function createPart(ctx: Ctx, part: EducationPartInput, file: File | null): Promise<EducationPart> {
  checkFile(part, file)
  await checkEducations(ctx, part.educationIds)
  const id = await insertPart(ctx.db, part, ctx.now)
  await ctx.db.commit([
    ...replaceResponsibles(ctx.db, id, part.responsibleIds),
    ...appendPart(ctx.db, id, part.educationIds, ctx.now),
    auditCreation(ctx, { action: 'educationPart.created', type: 'educationPart', of: educationPartSnapshot }, id),
  ])
  if (file) await receivePackage(ctx, file, { educationPartId: id })
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
  checkType(ctx, known, part)
  checkFile(part, file)
  const target = { type: 'educationPart', id } as const
  const audit = auditEdit(ctx, { action: 'educationPart.changed', target, of: educationPartSnapshot(id) })
  await ctx.db.commit([
    audit.before,
    updatePart(ctx.db, id, part, ctx.now),
    ...replaceResponsibles(ctx.db, id, part.responsibleIds),
    ...audit.after,
  ])
  if (file) await receivePackage(ctx, file, { educationPartId: id })
  return saved(ctx, id)
}
