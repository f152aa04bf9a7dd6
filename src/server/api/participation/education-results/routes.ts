import { groupByOrganization } from '#api/participation/results/by-organization.ts'
import { listMissingForEducation } from '#api/participation/sign-ups/storage.ts'
import { requirePersonAccess } from '#api/people/reach/within-reach.ts'
import { serve } from '#api/serve.ts'
import { educationResults } from './contract.ts'
import { listEducationResults } from './storage.ts'
import { deleteEducationResult, writeEducationResults } from './write-education-results.ts'

export const routes = serve(educationResults, {
  'GET /Educations/results': ({ query }, { db, actor }) => listEducationResults(db, { educationIds: query.ids }, actor),

  'GET /Educations/:id/results/:userId': async ({ params: { id, userId } }, ctx) => {
    await requirePersonAccess(ctx, userId)
    return listEducationResults(ctx.db, { educationIds: [id], userIds: [userId] }, ctx.actor)
  },

  'PUT /Educations/:id/results': ({ params, body }, ctx) => writeEducationResults(ctx, params.id, body),

  'DELETE /Educations/:id/results/:userId/:resultId': ({ params: { id, ...rest } }, ctx) =>
    deleteEducationResult(ctx, { educationId: id, ...rest }),

  'GET /Educations/:id/resultsByOrganization': async ({ params, query }, { db, actor }) =>
    groupByOrganization(db, await listEducationResults(db, { educationIds: [params.id] }, actor), query.orgIds),

  'GET /Educations/GetUncompletedPrerequisitesForEducation/:id/:userId': async ({ params: { id, userId } }, ctx) => {
    await requirePersonAccess(ctx, userId)
    return listMissingForEducation(ctx.db, userId, id)
  },
})
