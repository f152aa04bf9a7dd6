import type { Ctx } from '#api/context.ts'
import { protectedAmong, recordProtectedReads, recordReads } from '#api/people/reach/reads/record-reads.ts'
import { seenUser } from '#api/people/reach/seen-user.ts'
import { sightOf } from '#api/people/reach/within-reach.ts'
import type { SeenUser } from '#api/people/users/contract.ts'
import type { FoundUser } from '#api/people/users/storage.ts'
import { serve } from '#api/serve.ts'
import { userLists } from './contract.ts'
import { exportUsers } from './export-users.ts'
import { filteredUsers, usersThere } from './filtered.ts'
import { isTaken, listSeveral } from './storage.ts'

interface RequestedFields {
  Organizations: boolean
  PasswordExpirationDate: boolean
}

function pickRequested(ctx: Ctx, user: FoundUser, requested: RequestedFields): SeenUser {
  const { passwordExpiryDate, ...seen } = seenUser(ctx, user)
  return {
    ...seen,
    organizations: requested.Organizations ? seen.organizations : {},
    ...(requested.PasswordExpirationDate && passwordExpiryDate !== undefined ? { passwordExpiryDate } : {}),
  }
}

export const routes = serve(userLists, {
  'POST /User/filtered': ({ body }, ctx) => filteredUsers(ctx, body),
  'POST /User/filterededucation': ({ body }, ctx) => usersThere(ctx, body),
  'POST /User/filteredoccassion': ({ body }, ctx) => usersThere(ctx, body),
  'POST /User/export': ({ body }, ctx) => exportUsers(ctx, body),
  'POST /User/several': async ({ body, query }, ctx) => {
    const visible = (await listSeveral(ctx.db, body, sightOf(ctx.actor))).filter((user) => user.met)
    await recordReads(
      ctx,
      visible.filter((user) => user.seen || user.taught !== null),
    )
    await recordProtectedReads(ctx, protectedAmong(visible))
    return visible.map((user) => pickRequested(ctx, user, query))
  },
  'GET /User/exists/:x': ({ params }, ctx) => isTaken(ctx.db, params.x),
})
