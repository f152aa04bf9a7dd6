import { type Actor, isAdministrator } from '#api/actor.ts'
import { listOrganizationsOfUser } from '#api/people/organizations/storage.ts'
import { authorizePersonRead } from '#api/people/reach/reads/authorize-person-read.ts'
import { toSeenUser, toUser } from '#api/people/reach/to-user.ts'
import { requirePersonAccess, toSight } from '#api/people/reach/within-reach.ts'
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
    toSeenUser(
      ctx,
      await authorizePersonRead(ctx, params.id, await findUser(ctx.db, { id: params.id }, toSight(ctx.actor))),
    ),
  'GET /user/:id/organizations': async ({ params, query }, ctx) => {
    await requirePersonAccess(ctx, params.id)
    return listOrganizationsOfUser(ctx.db, params.id, {
      parents: query.includeParents,
      main: query.forceIncludeMainOrg,
    })
  },
  'PUT /user/edit/:id': async ({ params, body }, ctx) =>
    toUser(ctx, await editUser(ctx, params.id, body, { file: null, remove: false })),
  'PUT /User': async ({ body, file }, ctx) => {
    const { id = ctx.actor.id, removePicture = false, ...edit } = body
    if (id !== ctx.actor.id && !isAdministrator(ctx.actor)) throw new Refused('not_allowed')
    return toUser(ctx, await editUser(ctx, id, edit, { file, remove: removePicture }))
  },
})
