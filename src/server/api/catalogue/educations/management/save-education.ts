import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { commitWithFile } from '#api/foundation/files/commit-with-file.ts'
import { releaseFilesSoon } from '#api/foundation/files/release-files.ts'
import { fileIdOf } from '#api/foundation/files/storage.ts'
import { storePicture } from '#api/foundation/files/store-picture.ts'
import { managementScope, mayManage } from '#api/people/reach/access.ts'
import { limitNamedPeople } from '#api/people/reach/reads/limit-views.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import type { Education } from '../contract.ts'
import { findEducation } from '../storage.ts'
import type { EducationInput } from './contract.ts'
import { newestEducationId } from './copy-storage.ts'
import { type EducationReference, findWrongReferences, refuseCircularPrerequisites } from './reference-storage.ts'
import { isAgeRangeValid } from './rules.ts'
import { educationSnapshot } from './snapshot.ts'
import { insertEducation, replaceLinks, updateEducation } from './storage.ts'

/**
 * Returns an education that the actor manages: administrators every one, educators those that their lists include or,
 * without lists, those that they are responsible for.
 *
 * @throws Refused('not_found') when the education does not exist or is hidden from the actor.
 * @throws Refused('not_allowed') when the actor may see the education but does not manage it.
 */
export async function getManagedEducation(ctx: Ctx, id: number): Promise<Education> {
  const education = await findEducation(ctx.db, ctx.actor, id)
  if (!education) throw new Refused('not_found')
  if (!mayManage(ctx.actor, education)) throw new Refused('not_allowed')
  return education
}

/**
 * Reads an education after it was saved, for the reply of the call.
 *
 * @throws Refused('not_found') when the actor may not see the education any more.
 */
export async function getSavedEducation(ctx: Ctx, id: number): Promise<Education> {
  const education = await findEducation(ctx.db, ctx.actor, id)
  if (!education) throw new Refused('not_found')
  return education
}

function refuseFields(ctx: Ctx, reasons: Record<string, string>): void {
  const t = translator(ctx.language, 'refusals')
  const fields = Object.fromEntries(Object.entries(reasons).map(([field, reason]) => [field, t(reason)]))
  if (Object.keys(fields).length > 0) throw new Refused('invalid_input', { fields })
}

const referenceReason = (field: EducationReference) =>
  field === 'responsibleIds' ? 'invalid.no_examiner' : 'invalid.unknown_reference'

/** Checks what an education names; the people of `before` are named already. */
async function checkReferences(ctx: Ctx, input: EducationInput, before: Education | null): Promise<void> {
  refuseFields(ctx, isAgeRangeValid(input) ? {} : { maxAge: 'invalid.below_lowest_age' })
  const { responsibleIds, contactUserId } = input
  const knownIds = before ? [...before.responsibleIds, before.contactUserId] : []
  await limitNamedPeople(ctx, contactUserId === null ? responsibleIds : [...responsibleIds, contactUserId], knownIds)
  const { invalid, isCircular, isCodeTaken } = await findWrongReferences(ctx.db, before?.id ?? null, input)
  refuseFields(ctx, {
    ...Object.fromEntries(invalid.map((field) => [field, referenceReason(field)])),
    ...(isCircular ? { prerequisiteEducationIds: 'invalid.circular' } : {}),
    ...(isCodeTaken ? { code: 'invalid.code_taken' } : {}),
  })
}

/**
 * Refuses a change that would move the education outside the categories or roles of an educator who is limited to some.
 */
function checkReach(ctx: Ctx, input: EducationInput): void {
  const scope = managementScope(ctx.actor)
  if (scope.kind !== 'lists' || mayManage(ctx.actor, input)) return
  const field = scope.educationCategoryIds.length > 0 ? 'educationCategoryIds' : 'educationRoleIds'
  refuseFields(ctx, { [field]: 'invalid.beyond_own' })
}

/** Refuses to remove the last category of a published education, because publishing requires one. */
function checkPublished(ctx: Ctx, before: Education, input: EducationInput): void {
  if (!before.published || input.educationCategoryIds.length > 0) return
  refuseFields(ctx, { educationCategoryIds: 'education_incomplete_educationCategoryIds' })
}

async function storePictureOf(ctx: Ctx, input: EducationInput, file: File | null) {
  if (!file) return { key: null, statements: [], columns: input.removePicture ? { pictureFileId: null } : {} }
  const { key, statements } = await storePicture(ctx, file, 'EducationPicture')
  return { key, statements, columns: { pictureFileId: fileIdOf(key) } }
}

/** Commits with a new picture. Refuses the code when another request has saved an education with it in the meantime. */
async function commitEducation<const S extends readonly Statement[]>(
  ctx: Ctx,
  pictureKey: string | null,
  statements: S,
) {
  try {
    return await commitWithFile(ctx, pictureKey, statements)
  } catch (error) {
    const isCodeTaken = error instanceof ConstraintError && error.text === 'UNIQUE constraint failed: educations.code'
    if (isCodeTaken) refuseFields(ctx, { code: 'invalid.code_taken' })
    throw error
  }
}

/**
 * Creates an education, unpublished, with its picture and an audit entry, and returns it. Without a `file` it has no
 * picture. Writes no parts. Whether the caller may create educations is not checked here.
 *
 * @throws Refused('invalid_input') at fields that refer to nothing or have a code that is taken, or when the highest
 * age is below the lowest.
 * @throws Refused with the codes of `storePicture`: 'too_large', 'unsupported_media_type', 'picture_damaged' or
 * 'picture_too_many_pixels'.
 * @throws Refused('picture_quota') when the caller has stored too many pictures.
 * @throws Refused('not_found') when the actor may not see the new education; it is stored all the same.
 * @throws Refused('too_many_requests') as `limitNamedPeople` does.
 */
export async function createEducation(ctx: Ctx, input: EducationInput, file: File | null): Promise<Education> {
  await checkReferences(ctx, input, null)
  const { key, statements, columns } = await storePictureOf(ctx, input, file)
  const results = await commitEducation(ctx, key, [
    ...statements,
    insertEducation(ctx.db, input, columns, ctx.now),
    ...replaceLinks(ctx.db, newestEducationId, input),
    auditCreation(ctx, { action: 'education.created', type: 'education', of: educationSnapshot }),
  ])
  // The commit returns the result of each statement in its order; the insert has the id.
  const [row] = results[statements.length] as { id: number }[]
  if (!row) throw new Error('the education was not inserted')
  return getSavedEducation(ctx, row.id)
}

/**
 * Changes an education, with a new picture if there is one and an audit entry, and returns it. Links to categories,
 * roles, people and prerequisites become those of `input`; parts and publication stay. `removePicture` of the input
 * removes the picture; a picture that is replaced or removed is deleted from the file store.
 *
 * @throws Refused('not_found') when it is missing or hidden, or hidden from the actor afterwards.
 * @throws Refused('not_allowed') when the actor does not manage it.
 * @throws Refused('invalid_input') at fields that refer to nothing, form a circle, have a code that is taken, leave the
 * educator's own limits, or are required of a published education, or when the highest age is below the lowest.
 * @throws Refused with the codes of `storePicture`: 'too_large', 'unsupported_media_type', 'picture_damaged' or
 * 'picture_too_many_pixels'.
 * @throws Refused('picture_quota') when the caller has stored too many pictures.
 * @throws Refused('too_many_requests') as `limitNamedPeople` does, for people who are not named in it already.
 * @throws Refused('changed_meanwhile') when the education has another version than `lastChange`.
 */
export async function changeEducation(ctx: Ctx, input: EducationInput, file: File | null): Promise<Education> {
  const id = input.id ?? 0
  const before = await getManagedEducation(ctx, id)
  checkReach(ctx, input)
  checkPublished(ctx, before, input)
  await checkReferences(ctx, input, before)
  const { key, statements, columns: picture } = await storePictureOf(ctx, input, file)
  const target = { type: 'education', id } as const
  const audit = auditEdit(ctx, { action: 'education.changed', target, of: educationSnapshot(id) })
  await commitEducation(ctx, key, [
    ...statements,
    audit.before,
    updateEducation(ctx.db, { id, input, picture, now: ctx.now }),
    ...replaceLinks(ctx.db, id, input),
    refuseCircularPrerequisites(ctx.db, id),
    ...audit.after,
  ])
  if ('pictureFileId' in picture) await releaseFilesSoon(ctx)
  return getSavedEducation(ctx, id)
}
