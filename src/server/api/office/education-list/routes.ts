import { isGuardianOrSelf, requireFullAccess } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { catalogue } from './contract.ts'
import { countEducations, listEducations, loadEducationPage } from './list-educations.ts'
import { listEducationsOfPerson } from './list-educations-of-person.ts'
import { loadOwnProgress } from './load-own-progress.ts'
import { loadOwnStates } from './load-own-states.ts'
import { loadEducationView } from './load-view.ts'
import { loadFilters } from './storage.ts'

export const routes = serve(catalogue, {
  'GET /Educations': ({ query }, ctx) => listEducations(ctx, query),
  'GET /Educations/page': ({ query }, ctx) => loadEducationPage(ctx, query),
  'GET /Educations/count': ({ query }, ctx) => countEducations(ctx, query),
  'GET /Educations/filters': (_input, ctx) => loadFilters(ctx.db, ctx.now),
  'GET /Educations/userprofile/:id': async ({ params }, ctx) => {
    await requireFullAccess(ctx, params.id)
    return listEducationsOfPerson(ctx.db, params.id)
  },
  'GET /Educations/own': ({ query }, ctx) => loadOwnStates(ctx, query.educationIds),
  'GET /Educations/:id/view': ({ params }, ctx) => loadEducationView(ctx, params.id),
  'GET /Educations/:id/own': async ({ params, query }, ctx) => {
    const userId = query.userId ?? ctx.actor.id
    if (!(await isGuardianOrSelf(ctx, userId))) throw new Refused('not_allowed')
    return loadOwnProgress(ctx, params.id, userId)
  },
})
