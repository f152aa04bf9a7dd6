import type { Ctx } from '#api/context.ts'
import { limitStrangerViews } from '#api/people/reach/reads/limit-views.ts'
import { findProtectedIds, recordProtectedReads, recordReads } from '#api/people/reach/reads/record-reads.ts'
import { toSeenUser } from '#api/people/reach/to-user.ts'
import { toSight } from '#api/people/reach/within-reach.ts'
import type { SeenUser } from '#api/people/users/contract.ts'
import type { FoundUser } from '#api/people/users/storage.ts'
import { serve } from '#api/serve.ts'
import { userLists } from './contract.ts'
import { exportParticipants } from './export-participants.ts'
import { exportUsers } from './export-users.ts'
import { listFilteredUsers, listUsersOfPlace } from './list-people.ts'
import { isNameOrEmailTaken, listUsersById } from './storage.ts'

interface RequestedFields {
  Organizations: boolean
  PasswordExpirationDate: boolean
}

function pickRequested(ctx: Ctx, user: FoundUser, requested: RequestedFields): SeenUser {
  const { passwordExpiryDate, ...fields } = toSeenUser(ctx, user)
  return {
    ...fields,
    organizations: requested.Organizations ? fields.organizations : {},
    ...(requested.PasswordExpirationDate && passwordExpiryDate !== undefined ? { passwordExpiryDate } : {}),
  }
}

/** Lists those of the people whom the caller may see, and limits and records the reading. */
async function listVisible(ctx: Ctx, ids: readonly number[]): Promise<FoundUser[]> {
  const found = await listUsersById(ctx.db, ids, toSight(ctx.actor))
  const known = found.filter((user) => user.isFullyVisible || user.taughtAccess !== null)
  const knownIds = new Set(known.map(({ id }) => id))
  // Unknown ids count too, so that trying them is limited.
  await limitStrangerViews(
    ctx,
    [...new Set(ids)].filter((id) => !knownIds.has(id)),
  )
  const visible = found.filter((user) => user.isVisible)
  await recordReads(ctx, known)
  await recordProtectedReads(ctx, findProtectedIds(visible))
  return visible
}

export const routes = serve(userLists, {
  'POST /User/filtered': ({ body }, ctx) => listFilteredUsers(ctx, body),
  'POST /User/filterededucation': ({ body }, ctx) => listUsersOfPlace(ctx, body),
  'POST /User/filterededucation/export': ({ body: { kind, ...filter } }, ctx) => exportParticipants(ctx, filter, kind),
  'POST /User/filteredoccassion': ({ body }, ctx) => listUsersOfPlace(ctx, body),
  'POST /User/export': ({ body }, ctx) => exportUsers(ctx, body),
  'POST /User/several': async ({ body, query }, ctx) =>
    (await listVisible(ctx, body)).map((user) => pickRequested(ctx, user, query)),
  'GET /User/exists/:x': ({ params }, ctx) => isNameOrEmailTaken(ctx.db, params.x),
})
