import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { changeSeries, listOrganizedSeries } from './change-series.ts'
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
  'PUT /EducationPartOccasions/series': ({ body }, ctx) => changeSeries(ctx, body),
  'GET /EducationPartOccasions/:id/series': ({ params }, ctx) => listOrganizedSeries(ctx, params.id),
  'GET /EducationPartOccasions/:id/managed': ({ params }, ctx) => getManagedOccasion(ctx, params.id),
})
