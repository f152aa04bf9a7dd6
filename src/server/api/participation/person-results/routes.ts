import type { Ctx } from '#api/context.ts'
import type { EducationResult } from '#api/participation/education-results/contract.ts'
import { listEducationResults } from '#api/participation/education-results/storage.ts'
import { selectLatestByEducation } from '#api/participation/results/rules.ts'
import { requiresGuardian } from '#api/people/guardians/rules.ts'
import { requireSelfOrAdministrator } from '#api/people/reach/self-or-administrator.ts'
import { requireFullAccess, requirePersonAccess } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { toPortalDay } from '#api/zone.ts'
import { personResults } from './contract.ts'
import {
  findAgeLimit,
  isTakingPart,
  listBlocks,
  selectBookedOccasions,
  selectStartedEducations,
  toBlock,
  toBookedOccasion,
} from './storage.ts'
import {
  countResponsibleEducations,
  listRecommendedEducations,
  listResponsibleEducations,
} from './suggestions-storage.ts'

async function resultsOf(ctx: Ctx, userId: number): Promise<EducationResult[]> {
  await requirePersonAccess(ctx, userId)
  return listEducationResults(ctx.db, { userIds: [userId] }, ctx.actor)
}

export const routes = serve(personResults, {
  'GET /user/:id/StartedEducations': async ({ params }, ctx) => {
    await requireFullAccess(ctx, params.id)
    return (await selectStartedEducations(ctx, params.id)).map(toBlock(ctx))
  },
  'GET /user/:id/recommended': async ({ params }, ctx) => {
    await requireFullAccess(ctx, params.id)
    return listRecommendedEducations(ctx, params.id)
  },
  'GET /user/:id/educationresults': ({ params }, ctx) => resultsOf(ctx, params.id),
  'GET /user/:id/educationresultslatest': async ({ params }, ctx) =>
    selectLatestByEducation(await resultsOf(ctx, params.id)),
  'GET /user/:id/EducationsForResponsible': async ({ params }, ctx) => {
    await requireSelfOrAdministrator(ctx, params.id)
    return listResponsibleEducations(ctx, params.id)
  },
  'GET /user/:id/EducationCountForResponsible': async ({ params }, ctx) => {
    await requireSelfOrAdministrator(ctx, params.id)
    return countResponsibleEducations(ctx, params.id)
  },
  'GET /user/:id/musthaveguardianforeducation/:educationId': async ({ params: { id, educationId } }, ctx) => {
    await requirePersonAccess(ctx, id)
    const limit = await findAgeLimit(ctx, id, educationId)
    if (!limit) throw new Refused('not_found')
    return requiresGuardian(limit.age, limit.birthOn, toPortalDay(ctx.now))
  },
  'GET /user/:id/BookedOccasions': async ({ params, query }, ctx) => {
    await requireFullAccess(ctx, params.id)
    const booked = (await selectBookedOccasions(ctx, params.id)).map(toBookedOccasion)
    return query.includePrerequisites ? booked : booked.map(({ prerequisites: _, ...occasion }) => occasion)
  },
  'GET /user/:userId/signedUpToEducationForOccasion/:id': async ({ params: { userId, id } }, ctx) => {
    await requireFullAccess(ctx, userId)
    return isTakingPart(ctx, userId, id)
  },
  'GET /user/:userId/bookedOccasionsDates/:educationId': async ({ params: { userId, educationId } }, ctx) => {
    await requireFullAccess(ctx, userId)
    return (await selectBookedOccasions(ctx, userId, educationId)).map((row) => toBookedOccasion(row).startDate)
  },
  'GET /Educations/StartedEducationBlockData': ({ query }, ctx) => listBlocks(ctx, ctx.actor.id, query.educationIds),
})
