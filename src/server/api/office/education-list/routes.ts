import { requireFullAccess } from '#api/people/reach/within-reach.ts'
import { serve } from '#api/serve.ts'
import { catalogue } from './contract.ts'
import { countEducations, listEducations, pageOfEducations } from './list.ts'
import { educationsOfPerson } from './of-person.ts'
import { ownProgress, ownStates } from './own.ts'
import { readFilters } from './storage.ts'
import { viewOf } from './view.ts'

export const routes = serve(catalogue, {
  'GET /Educations': ({ query }, ctx) => listEducations(ctx, query),
  'GET /Educations/page': ({ query }, ctx) => pageOfEducations(ctx, query),
  'GET /Educations/count': ({ query }, ctx) => countEducations(ctx, query),
  'GET /Educations/filters': (_input, ctx) => readFilters(ctx.db, ctx.now),
  'GET /Educations/userprofile/:id': async ({ params }, ctx) => {
    await requireFullAccess(ctx, params.id)
    return educationsOfPerson(ctx.db, params.id)
  },
  'GET /Educations/own': ({ query }, ctx) => ownStates(ctx, query.educationIds),
  'GET /Educations/:id/view': ({ params }, ctx) => viewOf(ctx, params.id),
  'GET /Educations/:id/own': ({ params }, ctx) => ownProgress(ctx, params.id),
})
