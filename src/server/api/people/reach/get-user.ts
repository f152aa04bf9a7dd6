import type { Ctx } from '#api/context.ts'
import { type FoundUser, findUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { toSight } from './within-reach.ts'

/**
 * Loads a person by id with columns that say what the caller may know about them. The identity of a protected person is
 * loaded only if the caller may know it. Also loads a person whom the caller may not see: check `isVisible`. Records no
 * read.
 *
 * @throws Refused('not_found') when there is no such person.
 */
export async function getUser(ctx: Ctx, id: number): Promise<FoundUser> {
  const user = await findUser(ctx.db, { id }, toSight(ctx.actor))
  if (!user) throw new Refused('not_found')
  return user
}
