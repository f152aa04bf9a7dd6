import { and, eq, gt, inArray, or } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { forgiveFailures } from '#api/people/attempts/storage.ts'
import type { Statement } from '#platform/database.ts'
import { recentAuthenticationSeconds, type SessionMethod } from '../rules.ts'
import { sessions } from '../table.ts'
import { checkOwnPassword, ownPasswordSubject } from './check-own-password.ts'

/** Sign-in methods that are as strong as the password. */
const strongMethods: readonly SessionMethod[] = ['password', 'passkey', 'external-login']

/**
 * True when the caller has authenticated in this session within the last five minutes: by password, passkey or
 * electronic identification, or by adding a second factor. Opening it by a sign-on link or at an OpenID provider does
 * not count.
 */
export async function hasRecentlyAuthenticated({ db, actor, now }: Ctx): Promise<boolean> {
  const since = new Date(now.getTime() - recentAuthenticationSeconds * 1000)
  const rows = await db.query
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, actor.sessionId),
        or(
          and(inArray(sessions.openedBy, [...strongMethods]), gt(sessions.createdAt, since)),
          gt(sessions.verifiedAt, since),
        ),
      ),
    )
  return rows.length > 0
}

/**
 * Requires the password before a change that gives access to the account, unless the caller has authenticated within
 * the last five minutes. A password that is given is checked in any case.
 *
 * Returns the statements that forgive the guesses, for the commit of the change; none when no password was checked.
 *
 * @throws Refused('wrong_password') when it is required and missing, or wrong.
 * @throws Refused('too_many_requests') after too many wrong passwords.
 * @throws Refused('session_expired') when the caller no longer exists.
 */
export async function requireRecentAuthentication(ctx: Ctx, password: string | undefined): Promise<Statement[]> {
  if (password === undefined && (await hasRecentlyAuthenticated(ctx))) return []
  await checkOwnPassword(ctx, password ?? '')
  return [forgiveFailures(ctx.db, ownPasswordSubject(ctx.actor.id), [], ctx.now)]
}
