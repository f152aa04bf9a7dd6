import { lte, sql } from 'drizzle-orm'
import { hasAnyRole } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { auditEntriesView } from '#api/foundation/audit/views.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import { Refused } from '#api/refusals.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { profileViews } from '../table.ts'

/** Highest number of different people whom a user may look up within an hour, where the look-ups are limited. */
const maxViews = 60
const windowSeconds = 3600

/**
 * Counts views, in the order of the ids until the limit is reached, and returns how many were counted. A person who was
 * requested within the hour counts once. The ids are distinct.
 */
async function countViews({ db, actor, now }: Ctx, ids: readonly number[]): Promise<number> {
  const since = new Date(now.getTime() - windowSeconds * 1000)
  const [, inserted] = await db.query.batch([
    db.query.delete(profileViews).where(lte(profileViews.viewedAt, since)),
    insertFrom(
      db.query,
      profileViews,
      { readerUserId: actor.id, personUserId: sql`requested.value`, viewedAt: now.toISOString() },
      sql`from json_each(${JSON.stringify(ids)}) requested
        where requested.key + (select count(*) from profile_views viewed where viewed.reader_user_id = ${actor.id}
          and viewed.person_user_id not in (select value from json_each(${JSON.stringify(ids)}))) < ${maxViews}`,
    )
      .onConflictDoUpdate({
        target: [profileViews.readerUserId, profileViews.personUserId],
        set: { viewedAt: now },
      })
      .returning({ personUserId: profileViews.personUserId }),
  ])
  return inserted.length
}

/** Counts the views of people, and refuses them, with an audit entry for the first time of an hour, above the limit. */
async function requireViews(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if ((await countViews(ctx, ids)) === ids.length) return
  const { actor, now } = ctx
  const since = new Date(now.getTime() - windowSeconds * 1000).toISOString()
  const isFirst = sql`not exists (select 1 from ${auditEntriesView} earlier
    where earlier.user_id = ${actor.id} and earlier.action = 'user.viewsLimited' and earlier.at > ${since})`
  const target = { type: 'user', id: actor.id } as const
  await ctx.db.commit([recordAuditWhen(ctx, isFirst, 'user.viewsLimited', target)])
  throw new Refused('too_many_requests', { details: { retryAfterSeconds: windowSeconds } })
}

/**
 * Limits how many people a caller without a role may look up; counts the person `personId`, once an hour. Does not
 * limit roles and integration accounts. Records the first refused attempt of an hour in the audit log.
 *
 * @throws Refused('too_many_requests') from the 61st different profile of an hour.
 */
export async function limitProfileViews(ctx: Ctx, personId: number): Promise<void> {
  if (!hasAnyRole(ctx.actor) && !ctx.actor.integration) await requireViews(ctx, [personId])
}

/**
 * Limits how many people outside their reach staff may look up by id at once or one after another, known ids or not;
 * each counts once an hour. Records the people in the audit log, in one entry. Does not limit those who administer
 * everybody, and integration accounts, which see nobody outside their reach.
 *
 * @throws Refused('too_many_requests') from the 61st different person of an hour.
 */
export async function limitStrangerViews(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const { actor } = ctx
  if (ids.length === 0 || actor.integration || getAdministeredRoots(actor) === null) return
  await requireViews(ctx, ids)
  await ctx.db.commit([recordAudit(ctx, 'user.namesRead', { type: 'user', id: actor.id }, { userIds: ids })])
}

/**
 * Limits how many different people a caller may name by id as guardians, leaders or contact, existing ones or not; each
 * counts once an hour, the caller and `knownIds`, who have the place already, not. Does not limit those who administer
 * everybody, and integration accounts.
 *
 * @throws Refused('too_many_requests') from the 61st different person of an hour, looked-up ones included.
 */
export async function limitNamedPeople(
  ctx: Ctx,
  ids: readonly number[],
  knownIds: readonly (number | null)[] = [],
): Promise<void> {
  const { actor } = ctx
  const named = [...new Set(ids)].filter((id) => id !== actor.id && !knownIds.includes(id))
  if (named.length === 0 || actor.integration || getAdministeredRoots(actor) === null) return
  await requireViews(ctx, named)
}
