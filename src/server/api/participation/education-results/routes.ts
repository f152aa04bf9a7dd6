import type { Ctx } from '#api/context.ts'
import { groupByOrganization } from '#api/participation/results/by-organization.ts'
import { listMissingForEducation } from '#api/participation/sign-ups/storage.ts'
import { recordReadsById } from '#api/people/reach/reads/record-reads.ts'
import { requirePersonAccess } from '#api/people/reach/within-reach.ts'
import { serve } from '#api/serve.ts'
import { educationResults } from './contract.ts'
import { listEducationResults } from './storage.ts'
import { deleteEducationResult, writeEducationResults } from './write-education-results.ts'

/** Lists the results on educations that the caller may read, and records the reads of minors by staff. */
async function listReadableResults(ctx: Ctx, educationIds: readonly number[]) {
  const results = await listEducationResults(ctx.db, { educationIds }, ctx.actor)
  await recordReadsById(
    ctx,
    results.map(({ userId }) => userId),
  )
  return results
}

export const routes = serve(educationResults, {
  'GET /Educations/results': ({ query }, ctx) => listReadableResults(ctx, query.ids),

  'GET /Educations/:id/results/:userId': async ({ params: { id, userId } }, ctx) => {
    await requirePersonAccess(ctx, userId)
    return listEducationResults(ctx.db, { educationIds: [id], userIds: [userId] }, ctx.actor)
  },

  'PUT /Educations/:id/results': ({ params, body }, ctx) => writeEducationResults(ctx, params.id, body),

  'DELETE /Educations/:id/results/:userId/:resultId': ({ params: { id, ...rest } }, ctx) =>
    deleteEducationResult(ctx, { educationId: id, ...rest }),

  'GET /Educations/:id/resultsByOrganization': async ({ params, query }, ctx) =>
    groupByOrganization(ctx.db, await listReadableResults(ctx, [params.id]), query.orgIds),

  'GET /Educations/GetUncompletedPrerequisitesForEducation/:id/:userId': async ({ params: { id, userId } }, ctx) => {
    await requirePersonAccess(ctx, userId)
    return listMissingForEducation(ctx.db, userId, id)
  },
})
