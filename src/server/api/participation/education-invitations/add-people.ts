import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { EducationResult } from '#api/participation/education-results/contract.ts'
import { listEducationResults } from '#api/participation/education-results/storage.ts'
import { joinEducation, mustOrganize } from '#api/participation/education-results/write-education-results.ts'
import { commitOrRefuse } from '#api/participation/results/commit-writes.ts'
import { invite } from './invite.ts'

/**
 * Adds people to an education, and invites those whom the caller may not add directly (spec G-031). Skips people who
 * are in it.
 *
 * @throws Refused('education_invitations_full') when too many of the caller’s invitations are open.
 */
export async function addToEducation(ctx: Ctx, educationId: number, userIds: number[]): Promise<EducationResult[]> {
  const people = await mustOrganize(ctx, educationId, userIds)
  const added = people.filter(({ mayEnter }) => mayEnter === 1).map(({ id }) => id)
  const others = people.filter(({ mayEnter }) => mayEnter === 0)
  const education = { id: educationId, title: people[0]?.educationTitle ?? '' }
  await commitOrRefuse(ctx, [
    ...(added.length > 0 ? joinEducation(ctx, educationId, added) : []),
    ...(added.length > 0
      ? [recordAudit(ctx, 'education.usersAdded', { type: 'education', id: educationId }, { userIds: added })]
      : []),
    ...(await invite(ctx, education, others)),
  ])
  return added.length > 0 ? listEducationResults(ctx.db, { educationIds: [educationId], userIds: added }) : []
}
