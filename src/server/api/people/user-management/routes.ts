import { type Actor, isAdministrator } from '#api/actor.ts'
import { listOrganizationsOf } from '#api/people/organizations/storage.ts'
import { mayShow } from '#api/people/reach/reads/show-person.ts'
import { seenUser, wholeUser } from '#api/people/reach/seen-user.ts'
import { mustKnow, sightOf } from '#api/people/reach/within-reach.ts'
import type { CurrentUser } from '#api/people/users/contract.ts'
import { findUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { users } from './contract.ts'
import { editUser } from './edit-user.ts'

const currentUser = ({ sessionId: _session, signedOnByUserId: _signedOn, ...person }: Actor): CurrentUser => person

export const routes = serve(users, {
  'GET /User': (_input, ctx) => ctx.actor && currentUser(ctx.actor),
  'GET /User/:id': async ({ params }, ctx) =>
    seenUser(ctx, await mayShow(ctx, params.id, await findUser(ctx.db, { id: params.id }, sightOf(ctx.actor)))),
  'GET /user/:id/organizations': async ({ params, query }, ctx) => {
    await mustKnow(ctx, params.id)
    return listOrganizationsOf(ctx.db, params.id, { parents: query.includeParents, main: query.forceIncludeMainOrg })
  },
  'PUT /user/edit/:id': async ({ params, body }, ctx) =>
    wholeUser(ctx, await editUser(ctx, params.id, body, { file: null, remove: false })),
  'PUT /User': async ({ body, file }, ctx) => {
    const { id = ctx.actor.id, removePicture = false, ...edit } = body
    if (id !== ctx.actor.id && !isAdministrator(ctx.actor)) throw new Refused('not_allowed')
    return wholeUser(ctx, await editUser(ctx, id, edit, { file, remove: removePicture }))
  },
})
