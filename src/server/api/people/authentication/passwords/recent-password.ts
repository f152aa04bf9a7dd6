import { and, eq, gt, inArray, or } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { forgiveFailures } from '#api/people/attempts/storage.ts'
import type { Statement } from '#platform/database.ts'
import { type OpenedBy, secondsFresh } from '../rules.ts'
import { sessions } from '../table.ts'
import { mustKnowPassword, ownPasswordSubject } from './known-password.ts'

/** Ways to sign in that prove as much as the password. */
const provenBy: readonly OpenedBy[] = ['password', 'passkey', 'external-login']

/** The caller proved who they are within the last five minutes, in this very session: by signing in or by a passkey. */
export async function hasJustSignedIn({ db, actor, now }: Ctx): Promise<boolean> {
  const since = new Date(now.getTime() - secondsFresh * 1000)
  const rows = await db.query
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, actor.sessionId),
        or(
          and(inArray(sessions.openedBy, [...provenBy]), gt(sessions.createdAt, since)),
          gt(sessions.verifiedAt, since),
        ),
      ),
    )
  return rows.length > 0
}

/**
 * Asks for the password before something that opens the account in another way, unless it has just been given.
 * @throws Refused('wrong_password') and, after too many wrong ones, Refused('too_many_requests').
 */
export async function mustHaveGivenPassword(ctx: Ctx, password: string | undefined): Promise<Statement[]> {
  if (password === undefined && (await hasJustSignedIn(ctx))) return []
  await mustKnowPassword(ctx, password ?? '')
  return [forgiveFailures(ctx.db, ownPasswordSubject(ctx.actor.id), [], ctx.now)]
}
