import { isAdministrator } from '../actor.ts'
import { isMaterialCompleted } from '../educator-materials/storage.ts'
import { Refused } from '../refusals.ts'
import { serve } from '../serve.ts'
import { articulate } from './contract.ts'
import { launchMaterial, launchPart } from './launch.ts'

export const routes = serve(articulate, {
  'GET /Articulate/part/:id': ({ params }, ctx) => launchPart(ctx, params.id),
  'GET /Articulate/educatorpart/:id': ({ params }, ctx) => launchMaterial(ctx, params.id),
  'GET /Articulate/isEducatorMaterialCompleted/:educatorArticulateId/:userId': ({ params }, ctx) => {
    if (params.userId !== ctx.actor.id && !isAdministrator(ctx.actor)) throw new Refused('not_allowed')
    return isMaterialCompleted(ctx.db, params.educatorArticulateId, params.userId)
  },
})
