import type { Ctx } from '#api/context.ts'
import type { FoundUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { mustViewFew } from './limit-views.ts'
import { protectedAmong, recordProtectedReads, recordReads } from './record-reads.ts'

/**
 * Returns the person when the caller may know of them, and records the read; `toSeenUser` limits the fields.
 * @throws Refused('not_found') when there is no such person, or none that the caller may know of.
 * @throws Refused('too_many_requests') when a caller without a role has looked up too many people.
 */
export async function mayShow(ctx: Ctx, id: number, user: FoundUser | null): Promise<FoundUser> {
  const isKnown = user !== null && (user.seen || user.taught !== null)
  if (!isKnown) await mustViewFew(ctx, id)
  if (!user?.met) throw new Refused('not_found')
  if (isKnown) await recordReads(ctx, [user])
  await recordProtectedReads(ctx, protectedAmong([user]))
  return user
}
