import { isAdministrator } from '#api/actor.ts'
import { listEducationsOfParts } from '#api/catalogue/education-parts/course-storage.ts'
import { listParts } from '#api/catalogue/education-parts/storage.ts'
import type { Ctx } from '#api/context.ts'
import { auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { mayManage } from '#api/people/reach/access.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Education } from '../contract.ts'
import { circularPrerequisites } from './rules.ts'
import { getManaged, written } from './save-education.ts'
import { partsSnapshot, prerequisitesSnapshot } from './snapshot.ts'
import { refuseStranding, replaceParts, replacePrerequisites, touchEducation, wouldStrandPeople } from './storage.ts'

const refuseField = (ctx: Ctx, reason: string): never => {
  throw new Refused('invalid_input', { fields: { body: translator(ctx.language, 'refusals')(reason) } })
}

/**
 * A part that comes in must be one that the person may see and, since holding it opens the part, its occasions and their
 * participants, belong only to educations that they manage.
 */
async function checkNewParts(ctx: Ctx, education: Education, partIds: readonly number[]): Promise<void> {
  const incoming = partIds.filter((partId) => !education.educationPartIds.includes(partId))
  const found = await listParts(ctx.db, ctx.actor, incoming)
  if (found.length < incoming.length) refuseField(ctx, 'invalid.unknown_reference')
  if (incoming.length === 0 || isAdministrator(ctx.actor)) return
  const holders = await listEducationsOfParts(ctx.db, incoming)
  if (!holders.every((one) => mayManage(ctx.actor, one))) refuseField(ctx, 'invalid.part_beyond_own')
}

/** Said before anything is judged: what is judged is what the writer has seen. */
function refuseLate(education: Education, seen: Date | null | undefined): void {
  if (seen?.getTime() !== education.lastChange.getTime()) throw new Refused('changed_meanwhile')
}

interface Arranged {
  partIds: readonly number[]
  seen: Date | null | undefined
}

/** Sets which parts the education holds and their order. */
export async function arrangeParts(ctx: Ctx, id: number, { partIds, seen }: Arranged): Promise<Education> {
  const education = await getManaged(ctx, id)
  refuseLate(education, seen)
  await checkNewParts(ctx, education, partIds)
  if (education.published && partIds.length === 0) throw new Refused('education_incomplete')
  if (await wouldStrandPeople(ctx.db, id, partIds, ctx.now)) throw new Refused('part_has_participants')
  const target = { type: 'education', id } as const
  const audit = auditEdit(ctx, { action: 'education.partsArranged', target, of: partsSnapshot(id) })
  await ctx.db.commit([
    touchEducation(ctx.db, id, education.lastChange, ctx.now),
    refuseStranding(ctx.db, id, partIds, ctx.now),
    audit.before,
    ...replaceParts(ctx.db, id, partIds),
    ...audit.after,
  ])
  return written(ctx, id)
}

/**
 * Sets what must be completed before a part. Whoever wrote the education between the look and the commit has the later
 * one refused as `changed_meanwhile`, so that two halves of a circle never meet.
 */
export async function linkPrerequisites(
  ctx: Ctx,
  { id, partId }: { id: number; partId: number },
  { prerequisiteIds, seen }: { prerequisiteIds: readonly number[]; seen: Date | null | undefined },
): Promise<Education> {
  const education = await getManaged(ctx, id)
  refuseLate(education, seen)
  const held = education.educationPartIds
  if (!held.includes(partId)) throw new Refused('not_found')
  if (!prerequisiteIds.every((one) => held.includes(one))) refuseField(ctx, 'invalid.unknown_reference')
  if (circularPrerequisites(partId, prerequisiteIds, education.partDependencies).length > 0)
    throw new Refused('prerequisites_circular')
  const target = { type: 'education', id } as const
  const of = prerequisitesSnapshot(id, partId)
  const audit = auditEdit(ctx, { action: 'education.prerequisitesSet', target, of }, { partId })
  await ctx.db.commit([
    touchEducation(ctx.db, id, education.lastChange, ctx.now),
    audit.before,
    ...replacePrerequisites(ctx.db, { id, partId, prerequisiteIds }),
    ...audit.after,
  ])
  return written(ctx, id)
}
