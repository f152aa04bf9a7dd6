import { requireFullAccess } from '#api/people/reach/within-reach.ts'
import { serve } from '#api/serve.ts'
import { educationRenewals } from './contract.ts'
import { listRenewals } from './storage.ts'

export const routes = serve(educationRenewals, {
  'GET /user/:id/EducationRenewals': async ({ params }, ctx) => {
    await requireFullAccess(ctx, params.id)
    return listRenewals(ctx, params.id)
  },
})
