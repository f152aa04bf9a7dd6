import type { Ctx } from '#api/context.ts'
import type { FoundUser } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { limitProfileViews } from './limit-views.ts'
import { findProtectedIds, recordProtectedReads, recordReads } from './record-reads.ts'

/**
 * Returns the person `user`, loaded by `getUser` or null for an unknown `id`, when the caller may know of them.
 * `toSeenUser` limits the fields.
 *
 * Records the read of a minor when the caller sees more than the name, as `recordReads` does, and of a protected
 * identity. Other look-ups, also of unknown ids, count for `limitProfileViews`.
 *
 * @throws Refused('not_found') when there is no such person, or none that the caller may know of.
 * @throws Refused('too_many_requests') from the 61st person of an hour of whom a caller without a role sees at most
 * the name.
 */
export async function authorizePersonRead(ctx: Ctx, id: number, user: FoundUser | null): Promise<FoundUser> {
  const isKnown = user !== null && (user.isFullyVisible || user.taughtAccess !== null)
  if (!isKnown) await limitProfileViews(ctx, id)
  if (!user?.isVisible) throw new Refused('not_found')
  if (isKnown) await recordReads(ctx, [user])
  await recordProtectedReads(ctx, findProtectedIds([user]))
  return user
}
