import { isAdministrator } from '#api/actor.ts'
import { type EducationPart, type EducationPartInput, partTypes } from '#api/catalogue/education-parts/contract.ts'
import { listManagedEducations, listManagedEducationsOfPart } from '#api/catalogue/education-parts/course-storage.ts'
import {
  hasPeopleWithoutRole,
  insertPart,
  newestPart,
  replaceResponsibles,
  updatePart,
} from '#api/catalogue/education-parts/part-writes.ts'
import { listParts } from '#api/catalogue/education-parts/storage.ts'
import { appendPart } from '#api/catalogue/educations/storage.ts'
import { findArchiveSizeRefusal } from '#api/catalogue/packages/rules.ts'
import { receivePackage } from '#api/catalogue/packages/upload.ts'
import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { mayManage } from '#api/people/reach/access.ts'
import { limitNamedPeople } from '#api/people/reach/reads/limit-views.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { educationPartSnapshot } from './snapshot.ts'

/**
 * Refuses unless the actor manages every education that a new part goes into. Only administrators may create a part
 * without an education.
 */
async function checkEducations(ctx: Ctx, educationIds: readonly number[]): Promise<void> {
  const educations = await listManagedEducations(ctx.db, educationIds)
  if (educations.length < new Set(educationIds).size) throw new Refused('not_found')
  if (isAdministrator(ctx.actor)) return
  if (educations.length === 0 || !educations.every((one) => mayManage(ctx.actor, one))) throw new Refused('not_allowed')
}

/** Refuses a file that is not allowed before the part is saved. */
function checkFile(part: EducationPartInput, file: File | null): void {
  if (!file) return
  if (part.type !== partTypes.ArticulateSession) throw new Refused('unsupported_media_type')
  const refusal = findArchiveSizeRefusal(file.size)
  if (refusal) throw new Refused(refusal)
}

function refuseField(ctx: Ctx, field: 'type' | 'responsibleIds', reason: string): never {
  throw new Refused('invalid_input', { fields: { [field]: translator(ctx.language, 'refusals')(reason) } })
}

/** Checks the people who become responsible; those of `knownIds`, who are so already, may stay without a role. */
async function checkResponsibles(
  ctx: Ctx,
  { responsibleIds }: EducationPartInput,
  knownIds: readonly number[],
): Promise<void> {
  await limitNamedPeople(ctx, responsibleIds, knownIds)
  const addedIds = responsibleIds.filter((id) => !knownIds.includes(id))
  if (await hasPeopleWithoutRole(ctx.db, addedIds)) refuseField(ctx, 'responsibleIds', 'invalid.no_examiner')
}

/** Refuses a change of the type, because occasions, exams, packages and submissions depend on it. */
function checkType(ctx: Ctx, existing: EducationPart, { type }: EducationPartInput): void {
  if (type === existing.type) return
  refuseField(ctx, 'type', 'invalid.type_kept')
}

async function loadPart(ctx: Ctx, id: number): Promise<EducationPart> {
  const [part] = await listParts(ctx.db, ctx.actor, [id])
  if (!part) throw new Refused('not_found')
  return part
}

/**
 * Creates a part, last in its educations, with its package for a digital one and an audit entry, and returns it. The
 * educations get a new version. The package is served once it is unpacked. The part is stored first, and stays when the
 * package exceeds the quota.
 *
 * @throws Refused('not_found') when an education does not exist.
 * @throws Refused('not_allowed') when the actor does not manage every education, or is no administrator and names none.
 * @throws Refused('invalid_input') when a responsible person is no active educator or administrator.
 * @throws Refused('too_many_requests') as `limitNamedPeople` does.
 * @throws Refused('unsupported_media_type') when a part that is not digital has a file.
 * @throws Refused('package_too_large') when the zip is larger than 500 MiB.
 * @throws Refused('package_quota') when the caller has stored too many packages.
 */
export async function createPart(ctx: Ctx, part: EducationPartInput, file: File | null): Promise<EducationPart> {
  checkFile(part, file)
  await checkEducations(ctx, part.educationIds)
  await checkResponsibles(ctx, part, [])
  const [rows] = await ctx.db.commit([
    insertPart(ctx.db, part, ctx.now),
    ...replaceResponsibles(ctx.db, newestPart, part.responsibleIds),
    ...appendPart(ctx.db, newestPart, part.educationIds, ctx.now),
    auditCreation(ctx, { action: 'educationPart.created', type: 'educationPart', of: educationPartSnapshot }),
  ])
  const id = rows[0]?.id ?? 0
  if (file) await receivePackage(ctx, file, { educationPartId: id })
  return loadPart(ctx, id)
}

/**
 * Changes a part with an audit entry, and returns it; a new package is served once it is unpacked. Its educations stay
 * as they are; its responsible people become those of `part`. The change is stored first and stays when the package
 * exceeds the quota. Without a `file` the package stays.
 *
 * @throws Refused('not_found') when the part does not exist or is hidden from the actor.
 * @throws Refused('not_allowed') when the actor manages no education that contains the part.
 * @throws Refused('invalid_input') when the type changes, or somebody who becomes responsible is no active educator or
 * administrator.
 * @throws Refused('too_many_requests') as `limitNamedPeople` does, for people who are not responsible already.
 * @throws Refused('unsupported_media_type') when a part that is not digital has a file.
 * @throws Refused('package_too_large') when the zip is larger than 500 MiB.
 * @throws Refused('package_quota') when the caller has stored too many packages.
 * @throws Refused('changed_meanwhile') when the part has another version than `lastChange`.
 */
export async function changePart(ctx: Ctx, part: EducationPartInput, file: File | null): Promise<EducationPart> {
  const id = part.id ?? 0
  const educations = await listManagedEducationsOfPart(ctx.db, id)
  const mayChange = isAdministrator(ctx.actor) || educations.some((one) => mayManage(ctx.actor, one))
  // A part that the actor may not see is answered like a missing one.
  const [existing] = await listParts(ctx.db, ctx.actor, [id])
  if (!existing) throw new Refused('not_found')
  if (!mayChange) throw new Refused('not_allowed')
  checkType(ctx, existing, part)
  checkFile(part, file)
  await checkResponsibles(ctx, part, existing.responsibleIds)
  const target = { type: 'educationPart', id } as const
  const audit = auditEdit(ctx, { action: 'educationPart.changed', target, of: educationPartSnapshot(id) })
  await ctx.db.commit([
    audit.before,
    updatePart(ctx.db, id, part, ctx.now),
    ...replaceResponsibles(ctx.db, id, part.responsibleIds),
    ...audit.after,
  ])
  if (file) await receivePackage(ctx, file, { educationPartId: id })
  return loadPart(ctx, id)
}
