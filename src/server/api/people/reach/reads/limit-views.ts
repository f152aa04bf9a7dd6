import { lte, sql } from 'drizzle-orm'
import { hasAnyRole } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { auditEntriesView } from '#api/foundation/audit/views.ts'
import { Refused } from '#api/refusals.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { profileViews } from '../table.ts'

/** Highest number of different profiles of others that a user without a role may view within an hour. */
const maxViews = 60
const windowSeconds = 3600

/** Counts the view. False when the limit is reached; a profile that was requested within the hour counts once. */
async function countView({ db, actor, now }: Ctx, personUserId: number): Promise<boolean> {
  const since = new Date(now.getTime() - windowSeconds * 1000)
  const [, inserted] = await db.query.batch([
    db.query.delete(profileViews).where(lte(profileViews.viewedAt, since)),
    insertFrom(
      db.query,
      profileViews,
      { readerUserId: actor.id, personUserId, viewedAt: now.toISOString() },
      sql`where (select count(*) from profile_views viewed
          where viewed.reader_user_id = ${actor.id} and viewed.person_user_id <> ${personUserId}) < ${maxViews}`,
    )
      .onConflictDoUpdate({
        target: [profileViews.readerUserId, profileViews.personUserId],
        set: { viewedAt: now },
      })
      .returning({ personUserId: profileViews.personUserId }),
  ])
  return inserted.length > 0
}

/**
 * Limits how many people a caller without a role may look up; counts the person `personId`, once an hour. Does not
 * limit roles and integration accounts. Records the first refused attempt of an hour in the audit log.
 *
 * @throws Refused('too_many_requests') from the 61st different profile of an hour.
 */
export async function limitProfileViews(ctx: Ctx, personId: number): Promise<void> {
  const { actor, now } = ctx
  if (hasAnyRole(actor) || actor.integration || (await countView(ctx, personId))) return
  const since = new Date(now.getTime() - windowSeconds * 1000).toISOString()
  const isFirst = sql`not exists (select 1 from ${auditEntriesView} earlier
    where earlier.user_id = ${actor.id} and earlier.action = 'user.viewsLimited' and earlier.at > ${since})`
  const target = { type: 'user', id: actor.id } as const
  await ctx.db.commit([recordAuditWhen(ctx, isFirst, 'user.viewsLimited', target)])
  throw new Refused('too_many_requests', { details: { retryAfterSeconds: windowSeconds } })
}
