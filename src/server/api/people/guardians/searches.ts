import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { auditEntriesView } from '#api/foundation/audit/views.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'

const withinMs = 10 * 60_000

/** The log itself says when somebody has looked for adults often enough, so that nobody reads the register ten by ten. */
export async function mustNotHaveSearched({ db, actor, now }: Ctx, atMost: number): Promise<void> {
  const since = new Date(now.getTime() - withinMs).toISOString()
  const [made] = await db.rows<{ count: number }>(sql`
    select count(*) as count from ${auditEntriesView}
    where user_id = ${actor.id} and action = 'guardian.searched' and at >= ${since}`)
  if ((made?.count ?? 0) >= atMost) throw new Refused('too_many_requests', { details: { retryAfterSeconds: 600 } })
}

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
