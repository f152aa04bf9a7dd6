import { requireFullAccess } from '#api/people/reach/within-reach.ts'
import { serve } from '#api/serve.ts'
import { readiness } from './contract.ts'
import { evaluateEducation } from './evaluate-education.ts'
import { toReadiness } from './show-readiness.ts'

export const routes = serve(readiness, {
  'GET /user/:id/readiness/education/:educationId': async ({ params }, ctx) => {
    await requireFullAccess(ctx, params.id)
    return toReadiness(await evaluateEducation(ctx, params.id, params.educationId))
  },
})
