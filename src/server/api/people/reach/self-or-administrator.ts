import { isAdministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { requireFullAccess } from './within-reach.ts'

/**
 * Checks that the caller is the person, or an administrator with the person in their branch. Records the read as
 * `requireFullAccess` does. Guardians and organisation administrators are refused.
 *
 * @throws Refused('not_found') when there is no such person, for an administrator.
 * @throws Refused('not_allowed') for other callers.
 */
export async function requireSelfOrAdministrator(ctx: Ctx, userId: number): Promise<void> {
  if (userId === ctx.actor.id) return
  if (!isAdministrator(ctx.actor)) throw new Refused('not_allowed')
  await requireFullAccess(ctx, userId)
}
