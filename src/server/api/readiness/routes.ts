import { getKnown } from '../licenses/held/issue-license.ts'
import { standingTowards } from '../licenses/issuing/rules.ts'
import { serve } from '../serve.ts'
import { mustSeeAll } from '../reach/within-reach.ts'
import { readiness } from './contract.ts'
import { standingTowardsEducation } from './for-education.ts'
import { readinessFrom } from './show-readiness.ts'

export const routes = serve(readiness, {
  'GET /user/:id/readiness/license/:licenseId': async ({ params }, ctx) => {
    const { known, definition } = await getKnown(ctx, params.id, params.licenseId)
    return readinessFrom(standingTowards(known, definition))
  },
  'GET /user/:id/readiness/education/:educationId': async ({ params }, ctx) => {
    await mustSeeAll(ctx, params.id)
    return readinessFrom(await standingTowardsEducation(ctx, params.id, params.educationId))
  },
})
