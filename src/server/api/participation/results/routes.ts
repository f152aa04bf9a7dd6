import { requirePersonAccess } from '#api/people/reach/within-reach.ts'
import { serve } from '#api/serve.ts'
import { results } from './contract.ts'
import { listReadableResults } from './readable-results.ts'
import { listOwnPartResults } from './storage.ts'

export const routes = serve(results, {
  'GET /EducationParts/:id/results': ({ params }, ctx) => listReadableResults(ctx, { educationPartId: params.id }),

  'GET /EducationParts/:id/results/:userId': async ({ params: { id, userId } }, ctx) => {
    if (userId === ctx.actor.id) return listOwnPartResults(ctx.db, id, userId)
    await requirePersonAccess(ctx, userId)
    return listReadableResults(ctx, { educationPartId: id, userId })
  },
})
