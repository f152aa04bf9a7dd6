import type { Actor } from '#api/actor.ts'
import { toSight } from '#api/people/reach/within-reach.ts'
import { listUsersById } from '#api/people/user-management/lists/storage.ts'
import type { Database } from '#platform/database.ts'

/**
 * Returns those of the ids that are of people whom the actor administers and sees in full, and the actor's own. Unknown
 * ids are left out.
 */
export async function listAdministered(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = await listUsersById(db, userIds, toSight(actor))
  return new Set(found.filter((user) => user.isFullyVisible || user.id === actor.id).map(({ id }) => id))
}
