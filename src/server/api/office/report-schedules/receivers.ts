import type { Actor } from '#api/actor.ts'
import { toSight } from '#api/people/reach/within-reach.ts'
import { listUsersById } from '#api/people/user-management/lists/storage.ts'
import type { Database } from '#platform/database.ts'

/** Returns, of these ids, those of people whom the actor looks after, and the actor's own. */
export async function listAdministered(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = await listUsersById(db, userIds, toSight(actor))
  return new Set(found.filter((user) => user.isFullyVisible || user.id === actor.id).map(({ id }) => id))
}
