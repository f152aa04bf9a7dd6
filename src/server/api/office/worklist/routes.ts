import { serve } from '#api/serve.ts'
import { worklist } from './contract.ts'
import { listWorklistEducations } from './educations-storage.ts'
import { exportOccasions } from './export-occasions.ts'
import { listOrganizedOccasions } from './list-organized.ts'
import { listWorklistOccasions } from './storage.ts'

export const routes = serve(worklist, {
  'GET /EducationPartOccasions/desk': ({ query }, ctx) => listWorklistOccasions(ctx.db, ctx.actor, query.all, ctx.now),
  'GET /EducationPartOccasions/filter/managed': ({ query }, ctx) => listOrganizedOccasions(ctx.db, ctx.actor, query),
  'GET /EducationPartOccasions/filter/managed/export': ({ query: { kind, ...query } }, ctx) =>
    exportOccasions(ctx, query, kind),
  'GET /Educations/desk': ({ query }, ctx) => listWorklistEducations(ctx.db, ctx.actor, query, ctx.now),
})
