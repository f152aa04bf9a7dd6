import { isMaterialCompleted } from '#api/catalogue/educator-materials/storage.ts'
import { requireSelfOrAdministrator } from '#api/people/reach/self-or-administrator.ts'
import { serve } from '#api/serve.ts'
import { articulate } from './contract.ts'
import { launchCourse, listCurrentUnits } from './launch.ts'
import { launchUnit } from './launch-unit.ts'
import { loadMaterialCourse, loadPartCourse, startAttempt } from './launched-course.ts'

export const routes = serve(articulate, {
  'GET /Articulate/part/:id': async ({ params }, ctx) => launchCourse(ctx, await loadPartCourse(ctx, params.id)),
  'POST /Articulate/part/:id/units/:position': async ({ params }, ctx) =>
    launchUnit(ctx, await loadPartCourse(ctx, params.id), params.position),
  'GET /Articulate/part/:id/units': async ({ params }, ctx) =>
    listCurrentUnits(ctx, await loadPartCourse(ctx, params.id)),
  'POST /Articulate/part/:id/attempts': async ({ params }, ctx) => ({
    registration: await startAttempt(ctx, await loadPartCourse(ctx, params.id)),
  }),
  'GET /Articulate/educatorpart/:id': async ({ params }, ctx) =>
    launchCourse(ctx, await loadMaterialCourse(ctx, params.id)),
  'POST /Articulate/educatorpart/:id/units/:position': async ({ params }, ctx) =>
    launchUnit(ctx, await loadMaterialCourse(ctx, params.id), params.position),
  'GET /Articulate/educatorpart/:id/units': async ({ params }, ctx) =>
    listCurrentUnits(ctx, await loadMaterialCourse(ctx, params.id)),
  'POST /Articulate/educatorpart/:id/attempts': async ({ params }, ctx) => ({
    registration: await startAttempt(ctx, await loadMaterialCourse(ctx, params.id)),
  }),
  'GET /Articulate/isEducatorMaterialCompleted/:educatorArticulateId/:userId': async ({ params }, ctx) => {
    await requireSelfOrAdministrator(ctx, params.userId)
    return isMaterialCompleted(ctx.db, params.educatorArticulateId, params.userId)
  },
})
