import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { occasionManagement } from './contract.ts'
import { changeOccasion, createOccasions, getManagedOccasion } from './save-occasion.ts'

export const routes = serve(occasionManagement, {
  'POST /EducationPartOccasions': async ({ body }, ctx) => {
    const [created] = await createOccasions(ctx, [body])
    if (!created) throw new Refused('not_found')
    return created
  },
  'POST /EducationPartOccasions/several': ({ body }, ctx) => createOccasions(ctx, body),
  'PUT /EducationPartOccasions': ({ body }, ctx) => changeOccasion(ctx, body),
  'GET /EducationPartOccasions/:id/managed': ({ params }, ctx) => getManagedOccasion(ctx, params.id),
})
