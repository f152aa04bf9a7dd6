import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { commitWithFile } from '#api/foundation/files/commit-with-file.ts'
import { releaseFilesSoon } from '#api/foundation/files/release-files.ts'
import { fileIdOf } from '#api/foundation/files/storage.ts'
import { storePicture } from '#api/foundation/files/store-picture.ts'
import { managementScope, mayManage } from '#api/people/reach/access.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Education } from '../contract.ts'
import { findEducation } from '../storage.ts'
import type { EducationInput } from './contract.ts'
import { newest } from './copy-storage.ts'
import { educationSnapshot } from './snapshot.ts'
import { findWrongReferences, insertEducation, refuseCircle, replaceLinks, updateEducation } from './storage.ts'

/** An education that the person manages; one that they may not even see does not exist for them. */
export async function getManaged(ctx: Ctx, id: number): Promise<Education> {
  const education = await findEducation(ctx.db, ctx.actor, id)
  if (!education) throw new Refused('not_found')
  if (!mayManage(ctx.actor, education)) throw new Refused('not_allowed')
  return education
}

/** The education as it was just written; whoever manages it no more may not be told. */
export async function written(ctx: Ctx, id: number): Promise<Education> {
  const education = await findEducation(ctx.db, ctx.actor, id)
  if (!education) throw new Refused('not_found')
  return education
}

function refuseFields(ctx: Ctx, reasons: Record<string, string>): void {
  const t = translator(ctx.language, 'refusals')
  const fields = Object.fromEntries(Object.entries(reasons).map(([field, reason]) => [field, t(reason)]))
  if (Object.keys(fields).length > 0) throw new Refused('invalid_input', { fields })
}

async function checkReferences(ctx: Ctx, id: number | null, given: EducationInput): Promise<void> {
  const { unknown, isCircular, isCodeTaken } = await findWrongReferences(ctx.db, id, given)
  refuseFields(ctx, {
    ...Object.fromEntries(unknown.map((field) => [field, 'invalid.unknown_reference'])),
    ...(isCircular ? { prerequisiteEducationIds: 'invalid.circular' } : {}),
    ...(isCodeTaken ? { code: 'invalid.code_taken' } : {}),
  })
}

/** An educator of certain categories or roles does not write an education out of their own reach. */
function checkReach(ctx: Ctx, given: EducationInput): void {
  const scope = managementScope(ctx.actor)
  if (scope.kind !== 'lists' || mayManage(ctx.actor, given)) return
  const field = scope.educationCategoryIds.length > 0 ? 'educationCategoryIds' : 'educationRoleIds'
  refuseFields(ctx, { [field]: 'invalid.beyond_own' })
}

/** What could not be published stays none of the published: without a category nobody finds it by one. */
function checkPublished(ctx: Ctx, before: Education, given: EducationInput): void {
  if (!before.published || given.educationCategoryIds.length > 0) return
  refuseFields(ctx, { educationCategoryIds: 'education_incomplete_educationCategoryIds' })
}

async function pictureOf(ctx: Ctx, given: EducationInput, file: File | null) {
  if (!file) return { key: null, statements: [], columns: given.removePicture ? { pictureFileId: null } : {} }
  const { key, statements } = await storePicture(ctx, file, 'EducationPicture')
  return { key, statements, columns: { pictureFileId: fileIdOf(key) } }
}

export async function createEducation(ctx: Ctx, given: EducationInput, file: File | null): Promise<Education> {
  await checkReferences(ctx, null, given)
  const { key, statements, columns } = await pictureOf(ctx, given, file)
  const done = await commitWithFile(ctx, key, [
    ...statements,
    insertEducation(ctx.db, given, columns, ctx.now),
    ...replaceLinks(ctx.db, newest, given),
    auditCreation(ctx, { action: 'education.created', type: 'education', of: educationSnapshot }),
  ])
  // A commit answers each statement in its place; the insert tells its id.
  const [row] = done[statements.length] as { id: number }[]
  if (!row) throw new Error('the education was not inserted')
  return written(ctx, row.id)
}

export async function changeEducation(ctx: Ctx, given: EducationInput, file: File | null): Promise<Education> {
  const id = given.id ?? 0
  const before = await getManaged(ctx, id)
  checkReach(ctx, given)
  checkPublished(ctx, before, given)
  await checkReferences(ctx, id, given)
  const { key, statements, columns: picture } = await pictureOf(ctx, given, file)
  const target = { type: 'education', id } as const
  const audit = auditEdit(ctx, { action: 'education.changed', target, of: educationSnapshot(id) })
  await commitWithFile(ctx, key, [
    ...statements,
    audit.before,
    updateEducation(ctx.db, { id, given, picture, now: ctx.now }),
    ...replaceLinks(ctx.db, id, given),
    refuseCircle(ctx.db, id),
    ...audit.after,
  ])
  if ('pictureFileId' in picture) await releaseFilesSoon(ctx)
  return written(ctx, id)
}
