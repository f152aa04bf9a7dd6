import type { Ctx } from '#api/context.ts'
import { type FoundUser, findUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { toSight } from './within-reach.ts'

/**
 * Loads a person with what the caller may know about them. Also loads a person whom the caller may not see: check
 * `isVisible`. Records nothing.
 *
 * @throws Refused('not_found') when there is no such person.
 */
export async function getUser(ctx: Ctx, id: number): Promise<FoundUser> {
  const user = await findUser(ctx.db, { id }, toSight(ctx.actor))
  if (!user) throw new Refused('not_found')
  return user
}
