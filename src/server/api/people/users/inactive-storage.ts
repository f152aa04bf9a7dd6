import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { contribution } from '#api/contributed.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import type { Database, Statement } from '#platform/database.ts'
import { users } from './table.ts'

/** Whether something of the learning of the person of that id has changed since a moment, which is ISO text. */
export const hasLearnedSince = contribution<(userId: SQL, moment: string) => SQL>('changes of learning')

/**
 * Nobody has signed in as the person, changed what is known of them or had to do with their learning since. A night's job must not
 * leave the portal without anybody who may do everything, so superadministrators are the office's to remove.
 */
const idleSince = (since: Date): SQL => {
  const moment = since.toISOString()
  return sql`(not exists (select 1 from user_roles a where a.user_id = users.id and a.role = 'SuperAdministrator')
    and users.inactive_at is null and users.changed_at < ${moment} and coalesce(users.last_login_at, '') < ${moment}
    and not ${hasLearnedSince.get()(sql`users.id`, moment)})`
}

export async function listIdle(db: Database, since: Date, limit: number): Promise<number[]> {
  const rows = await db.query
    .select({ id: users.id })
    .from(users)
    .where(idleSince(since))
    .orderBy(users.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

const among = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** Marks those of them who still are idle, each with an audit row; whoever has signed in meanwhile is left alone. */
export function markInactive(ctx: Ctx<null>, ids: readonly number[], since: Date): Statement[] {
  // A shut account has no sessions; who is let in after all opens a line anew.
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

/** Counts as a change of the person, so that the account is not shut again the same night. */
export const markActive = (db: Database, id: number, now: Date): Statement =>
  db.query.update(users).set({ inactiveAt: null, changedAt: now }).where(eq(users.id, id))

/** Shuts the account of a person who is about to be erased, so that no session opens. */
export const closeAccount = (db: Database, id: number, now: Date): Statement =>
  db.query
    .update(users)
    .set({ inactiveAt: now })
    .where(sql`${users.id} = ${id} and ${users.erasedAt} is null and ${users.inactiveAt} is null`)
