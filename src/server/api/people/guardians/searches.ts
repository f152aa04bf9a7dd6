import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { auditEntriesView } from '#api/foundation/audit/views.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'

const windowMs = 10 * 60_000

/**
 * Limits the caller's searches for adults as guardians by the entries of the audit log, so that nobody reads the
 * register page by page. Counts nothing itself: `recordSearch` does.
 *
 * @throws Refused('too_many_requests') after `limit` searches within ten minutes.
 */
export async function limitSearches({ db, actor, now }: Ctx, limit: number): Promise<void> {
  const since = new Date(now.getTime() - windowMs).toISOString()
  const [searches] = await db.rows<{ count: number }>(sql`
    select count(*) as count from ${auditEntriesView}
    where user_id = ${actor.id} and action = 'guardian.searched' and at >= ${since}`)
  if ((searches?.count ?? 0) >= limit) throw new Refused('too_many_requests', { details: { retryAfterSeconds: 600 } })
}

/** Returns the statement that records a search with the ids that it found. */
export const recordSearch = (
  ctx: Ctx,
  childId: number,
  { searchString, found }: { searchString: string; found: readonly { id: number }[] },
): Statement =>
  recordAudit(
    ctx,
    'guardian.searched',
    { type: 'user', id: childId },
    { searchString, found: found.map(({ id }) => id) },
  )
