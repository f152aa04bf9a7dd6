import { mustSeeAll } from '#api/people/reach/within-reach.ts'
import { serve } from '#api/serve.ts'
import { readiness } from './contract.ts'
import { standingTowardsEducation } from './for-education.ts'
import { readinessFrom } from './show-readiness.ts'

export const routes = serve(readiness, {
  'GET /user/:id/readiness/education/:educationId': async ({ params }, ctx) => {
    await mustSeeAll(ctx, params.id)
    return readinessFrom(await standingTowardsEducation(ctx, params.id, params.educationId))
  },
})
