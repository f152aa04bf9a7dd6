import { requireFullAccess } from '#api/people/reach/within-reach.ts'
import { serve } from '#api/serve.ts'
import { findCandidates } from './candidates.ts'
import { listChildren } from './children.ts'
import { guardians } from './contract.ts'
import { listWireLinks } from './find-link.ts'
import { makeLink } from './make-link.ts'
import { confirmLink, removeLinkOrRequest } from './resolve-link.ts'

export const routes = serve(guardians, {
  'GET /Children': (_input, ctx) => listChildren(ctx),
  'GET /User/:id/guardian': async ({ params }, ctx) => {
    await requireFullAccess(ctx, params.id)
    return listWireLinks(ctx, params.id)
  },
  'POST /User/:id/guardian': ({ params, body }, ctx) => makeLink(ctx, params.id, body),
  'PUT /User/:id/guardian': ({ params, body }, ctx) => confirmLink(ctx, params.id, body),
  'DELETE /User/:id/guardian/:guardianId': ({ params }, ctx) =>
    removeLinkOrRequest(ctx, { childUserId: params.id, adultUserId: params.guardianId }),
  'POST /User/:id/guardian/candidates': ({ params, body }, ctx) => findCandidates(ctx, params.id, body),
})
