import { serve } from '#api/serve.ts'
import { desk } from './contract.ts'
import { listDeskEducations } from './educations-storage.ts'
import { listOrganized } from './organized.ts'
import { listDeskOccasions } from './storage.ts'

export const routes = serve(desk, {
  'GET /EducationPartOccasions/desk': ({ query }, ctx) => listDeskOccasions(ctx.db, ctx.actor, query.all, ctx.now),
  'GET /EducationPartOccasions/filter/managed': ({ query }, ctx) => listOrganized(ctx.db, ctx.actor, query),
  'GET /Educations/desk': ({ query }, ctx) => listDeskEducations(ctx.db, ctx.actor, query, ctx.now),
})
