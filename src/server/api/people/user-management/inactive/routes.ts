import type { Ctx } from '../../../context.ts'
import { recordAudit } from '../../../foundation/audit/storage.ts'
import { Refused } from '../../../refusals.ts'
import { serve } from '../../../serve.ts'
import { getUser } from '../../reach/get-user.ts'
import { wholeUser } from '../../reach/seen-user.ts'
import { sightOf } from '../../reach/within-reach.ts'
import { standsAbove } from '../../users/access.ts'
import type { User } from '../../users/contract.ts'
import { type FoundUser, findUser } from '../../users/storage.ts'
import { inactiveUsers } from './contract.ts'
import { markActive } from './storage.ts'

async function reactivate(ctx: Ctx, person: FoundUser): Promise<User> {
  if (!person.answeredFor || !standsAbove(ctx.actor, person)) throw new Refused('not_allowed')
  if (person.inactiveAt === null) return wholeUser(ctx, person)
  await ctx.db.commit([
    markActive(ctx.db, person.id, ctx.now),
    recordAudit(
      ctx,
      'user.reactivated',
      { type: 'user', id: person.id },
      { before: { inactiveAt: person.inactiveAt.toISOString() }, after: { inactiveAt: null } },
    ),
  ])
  return wholeUser(ctx, await getUser(ctx, person.id))
}

export const routes = serve(inactiveUsers, {
  'PUT /user/ReactivateInactiveUser/:id': async ({ params }, ctx) => reactivate(ctx, await getUser(ctx, params.id)),
  'PUT /user/ReactivateInactiveUserByUserName/:userName': async ({ params }, ctx) => {
    const person = await findUser(ctx.db, params, sightOf(ctx.actor))
    if (!person?.answeredFor) throw new Refused('not_found')
    return reactivate(ctx, person)
  },
})
