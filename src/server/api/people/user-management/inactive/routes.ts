import { isAdministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { toUser } from '#api/people/reach/to-user.ts'
import { toSight } from '#api/people/reach/within-reach.ts'
import { mayManageAccount } from '#api/people/users/access.ts'
import { findClosure } from '#api/people/users/closure-storage.ts'
import type { User } from '#api/people/users/contract.ts'
import { reactivateUser } from '#api/people/users/inactive-storage.ts'
import { type FoundUser, findUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { closeAccount } from './close-account.ts'
import { inactiveUsers } from './contract.ts'

async function reactivate(ctx: Ctx, person: FoundUser): Promise<User> {
  if (!mayManageAccount(ctx.actor, person)) throw new Refused('not_allowed')
  if (person.inactiveAt === null) return toUser(ctx, person)
  // Clubs open accounts that have been idle, but not those that the office has closed.
  if (!isAdministrator(ctx.actor) && (await findClosure(ctx.db, person.id))) throw new Refused('not_allowed')
  await ctx.db.commit([
    reactivateUser(ctx.db, person.id, ctx.now),
    recordAudit(
      ctx,
      'user.reactivated',
      { type: 'user', id: person.id },
      { before: { inactiveAt: person.inactiveAt.toISOString() }, after: { inactiveAt: null } },
    ),
  ])
  return toUser(ctx, await getUser(ctx, person.id))
}

export const routes = serve(inactiveUsers, {
  'PUT /User/:id/closure': async ({ params, body }, ctx) => closeAccount(ctx, params.id, body.reason),
  'PUT /user/ReactivateInactiveUser/:id': async ({ params }, ctx) => reactivate(ctx, await getUser(ctx, params.id)),
  'PUT /user/ReactivateInactiveUserByUserName/:userName': async ({ params }, ctx) => {
    const person = await findUser(ctx.db, params, toSight(ctx.actor))
    if (!person?.isAdministered) throw new Refused('not_found')
    return reactivate(ctx, person)
  },
})
