import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { EducationResult } from '#api/participation/education-results/contract.ts'
import { listEducationResults } from '#api/participation/education-results/storage.ts'
import { joinEducation, mustBeAddable } from '#api/participation/education-results/write-education-results.ts'
import { commitOrRefuse } from '#api/participation/results/commit-writes.ts'
import { invite } from './invite.ts'

/**
 * Adds people to an education and its parts without occasions, and invites those whom the caller may not add directly
 * (spec G-031). Skips people who are in it or have an invitation, unless it was withdrawn before the answer and is a
 * day old. Records both, notifies the invited, and returns the results of all whom the caller may add, also of those
 * who were in it before; empty when all are invited.
 *
 * @throws Refused('not_found'), Refused('not_allowed') or Refused('own_result') as `mustBeAddable` does.
 * @throws Refused('education_invitations_full') when a hundred of the caller’s invitations are neither accepted nor
 * expired, withdrawn ones included.
 */
export async function addToEducation(ctx: Ctx, educationId: number, userIds: number[]): Promise<EducationResult[]> {
  const people = await mustBeAddable(ctx, educationId, userIds)
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
