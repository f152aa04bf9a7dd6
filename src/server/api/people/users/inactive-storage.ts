import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { declareContribution } from '#api/contributed.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import type { Database, Statement } from '#platform/database.ts'
import { users } from './table.ts'

/** SQL condition: a person's learning has changed since a moment, given as ISO text. */
export const hasLearnedSince = declareContribution<(userId: SQL, moment: string) => SQL>('changes of learning')

/**
 * SQL condition: since the moment nobody has signed in as the person or changed the person or their learning.
 * Superadministrators are never idle, so that the job cannot leave the portal without one.
 */
const idleSince = (since: Date): SQL => {
  const moment = since.toISOString()
  return sql`(not exists (select 1 from user_roles a where a.user_id = users.id and a.role = 'SuperAdministrator')
    and users.inactive_at is null and users.changed_at < ${moment} and coalesce(users.last_login_at, '') < ${moment}
    and not ${hasLearnedSince.get()(sql`users.id`, moment)})`
}

/**
 * Lists the ids of at most `limit` active people, by id, who have been idle since `since`: no sign-in, no change of the
 * account, no learning. Never superadministrators.
 */
export async function listIdleUserIds(db: Database, since: Date, limit: number): Promise<number[]> {
  const rows = await db.query
    .select({ id: users.id })
    .from(users)
    .where(idleSince(since))
    .orderBy(users.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

const among = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/**
 * Returns the statements that mark the people as inactive now, each with an audit entry; skips those who are not idle
 * since `since`. Their sessions are not removed here. The course players of all `ids` are disconnected once the job has
 * succeeded.
 */
export function deactivateIdleUsers(ctx: Ctx<null>, ids: readonly number[], since: Date): Statement[] {
  // An inactive account has no sessions, so its course players are disconnected.
  ctx.openPlayers.leave.push(...ids)
  return [
    recordAuditOfEach(
      ctx,
      'user.inactive',
      'user',
      sql`select id, json_object('lastLoginAt', last_login_at) as data from users where id in ${among(ids)} and ${idleSince(since)}`,
    ),
    ctx.db.query
      .update(users)
      .set({ inactiveAt: ctx.now })
      .where(and(inArray(users.id, among(ids)), idleSince(since))),
  ]
}

/**
 * Returns the statement that makes a person active again. It counts as a change, so that the next night's job does not
 * deactivate the account again; for an active person too. The commit fails as `person_erased` or `person_merged` for
 * such a person.
 */
export const reactivateUser = (db: Database, id: number, now: Date): Statement =>
  db.query.update(users).set({ inactiveAt: null, changedAt: now }).where(eq(users.id, id))

/**
 * Returns the statement that deactivates a person who is about to be erased, so that no session can be opened. Sessions
 * that are open stay; an inactive or erased person does not change.
 */
export const deactivateForErasure = (db: Database, id: number, now: Date): Statement =>
  db.query
    .update(users)
    .set({ inactiveAt: now })
    .where(sql`${users.id} = ${id} and ${users.erasedAt} is null and ${users.inactiveAt} is null`)
