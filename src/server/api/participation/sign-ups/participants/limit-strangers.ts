import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { auditEntriesView } from '#api/foundation/audit/views.ts'
import { Refused } from '#api/refusals.ts'

const dayMs = 86_400_000

/** Most different people outside the caller's reach that the lines of lists may match within a day. */
export const maxStrangersPerDay = 200

/**
 * Limits how many people outside the caller's reach the lines of lists match, so that no list of e-mail addresses
 * tells who is a member. Records each such person, once in 24 hours, in a commit of its own.
 *
 * @throws Refused('too_many_requests') when these people and those of the last 24 hours are more than 200; records
 * none of them then.
 */
export async function limitStrangers(ctx: Ctx, strangerIds: readonly number[]): Promise<void> {
  if (strangerIds.length === 0) return
  const since = new Date(ctx.now.getTime() - dayMs).toISOString()
  const ids = JSON.stringify(strangerIds)
  const matched = sql`select cast(target_id as integer) as id from ${auditEntriesView}
    where user_id = ${ctx.actor.id} and action = 'user.matched' and at >= ${since}`
  const [row] = await ctx.db.rows<{ count: number }>(sql`
    select count(*) as count from (${matched} union select value from json_each(${ids}))`)
  if ((row?.count ?? 0) > maxStrangersPerDay)
    throw new Refused('too_many_requests', { details: { retryAfterSeconds: dayMs / 1000 } })
  const unrecorded = sql`select distinct stranger.value as id, '{}' as data from json_each(${ids}) stranger
    where stranger.value not in (${matched})`
  await ctx.db.commit([recordAuditOfEach(ctx, 'user.matched', 'user', unrecorded)])
}
