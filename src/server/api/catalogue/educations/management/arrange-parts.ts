import { isAdministrator } from '#api/actor.ts'
import { listManagedEducationsOfParts } from '#api/catalogue/education-parts/course-storage.ts'
import { listParts } from '#api/catalogue/education-parts/storage.ts'
import type { Ctx } from '#api/context.ts'
import { auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { mayManage } from '#api/people/reach/access.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Education } from '../contract.ts'
import { findCircularPrerequisites } from './rules.ts'
import { getManagedEducation, getSavedEducation } from './save-education.ts'
import { partsSnapshot, prerequisitesSnapshot } from './snapshot.ts'
import {
  refuseOrphanedParticipants,
  replaceParts,
  replacePrerequisites,
  setEducationVersion,
  wouldOrphanParticipants,
} from './storage.ts'

const refuseField = (ctx: Ctx, reason: string): never => {
  throw new Refused('invalid_input', { fields: { body: translator(ctx.language, 'refusals')(reason) } })
}

/**
 * Checks the parts that are added: the actor must be able to see them and to manage every education that contains them.
 * Containing a part gives access to its occasions and their participants.
 */
async function checkNewParts(ctx: Ctx, education: Education, partIds: readonly number[]): Promise<void> {
  const incoming = partIds.filter((partId) => !education.educationPartIds.includes(partId))
  const readable = await listParts(ctx.db, ctx.actor, incoming)
  if (readable.length < incoming.length) refuseField(ctx, 'invalid.unknown_reference')
  if (incoming.length === 0 || isAdministrator(ctx.actor)) return
  const containing = await listManagedEducationsOfParts(ctx.db, incoming)
  if (!containing.every((education) => mayManage(ctx.actor, education))) refuseField(ctx, 'invalid.part_beyond_own')
}

/** Refuses a version that is not the present one, before the checks, because those concern what the page has loaded. */
function requireVersion(education: Education, expectedVersion: Date | null | undefined): void {
  if (expectedVersion?.getTime() !== education.lastChange.getTime()) throw new Refused('changed_meanwhile')
}

interface PartOrder {
  partIds: readonly number[]
  expectedVersion: Date | null | undefined
}

/**
 * Sets the parts of an education and their order, with an audit entry, and returns the education. Prerequisites with a
 * removed part are deleted.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `getManagedEducation` does.
 * @throws Refused('changed_meanwhile') when the education has another version than `expectedVersion`, or somebody has
 * signed up at the same time.
 * @throws Refused('invalid_input') when an added part is unknown, hidden, or part of an education that the actor does
 * not manage.
 * @throws Refused('education_incomplete') when a published education would have no parts.
 * @throws Refused('part_has_participants') when an upcoming occasion or exam with participants would belong to no
 * education.
 */
export async function arrangeParts(ctx: Ctx, id: number, { partIds, expectedVersion }: PartOrder): Promise<Education> {
  const education = await getManagedEducation(ctx, id)
  requireVersion(education, expectedVersion)
  await checkNewParts(ctx, education, partIds)
  if (education.published && partIds.length === 0) throw new Refused('education_incomplete')
  if (await wouldOrphanParticipants(ctx.db, id, partIds, ctx.now)) throw new Refused('part_has_participants')
  const target = { type: 'education', id } as const
  const audit = auditEdit(ctx, { action: 'education.partsArranged', target, of: partsSnapshot(id) })
  await ctx.db.commit([
    setEducationVersion(ctx.db, id, education.lastChange, ctx.now),
    refuseOrphanedParticipants(ctx.db, id, partIds, ctx.now),
    audit.before,
    ...replaceParts(ctx.db, id, partIds),
    ...audit.after,
  ])
  return getSavedEducation(ctx, id)
}

/**
 * Sets the parts that must be completed before a part, with an audit entry, and returns the education. The version
 * makes sure that two concurrent saves cannot form a circle. `prerequisiteIds` replace the earlier ones; an empty list
 * removes them.
 *
 * @throws Refused('not_found') when the education is missing or hidden, or does not contain the part.
 * @throws Refused('not_allowed') when the actor does not manage the education.
 * @throws Refused('changed_meanwhile') when the education has another version than `expectedVersion`.
 * @throws Refused('invalid_input') when a prerequisite is no part of the education.
 * @throws Refused('prerequisites_circular') when a prerequisite depends on the part.
 */
export async function setPrerequisites(
  ctx: Ctx,
  { id, partId }: { id: number; partId: number },
  {
    prerequisiteIds,
    expectedVersion,
  }: { prerequisiteIds: readonly number[]; expectedVersion: Date | null | undefined },
): Promise<Education> {
  const education = await getManagedEducation(ctx, id)
  requireVersion(education, expectedVersion)
  const { educationPartIds } = education
  if (!educationPartIds.includes(partId)) throw new Refused('not_found')
  if (!prerequisiteIds.every((prerequisiteId) => educationPartIds.includes(prerequisiteId)))
    refuseField(ctx, 'invalid.unknown_reference')
  if (findCircularPrerequisites(partId, prerequisiteIds, education.partDependencies).length > 0)
    throw new Refused('prerequisites_circular')
  const target = { type: 'education', id } as const
  const of = prerequisitesSnapshot(id, partId)
  const audit = auditEdit(ctx, { action: 'education.prerequisitesSet', target, of }, { partId })
  await ctx.db.commit([
    setEducationVersion(ctx.db, id, education.lastChange, ctx.now),
    audit.before,
    ...replacePrerequisites(ctx.db, { id, partId, prerequisiteIds }),
    ...audit.after,
  ])
  return getSavedEducation(ctx, id)
}
