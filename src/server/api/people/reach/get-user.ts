import type { Ctx } from '../../context.ts'
import { Refused } from '../../refusals.ts'
import { type FoundUser, findUser } from '../users/storage.ts'
import { sightOf } from './within-reach.ts'

/** A person as the caller finds them. */
export async function getUser(ctx: Ctx, id: number): Promise<FoundUser> {
  const user = await findUser(ctx.db, { id }, sightOf(ctx.actor))
  if (!user) throw new Refused('not_found')
  return user
}
