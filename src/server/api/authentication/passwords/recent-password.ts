import { and, eq, gt } from 'drizzle-orm'
import type { Statement } from '#platform/database.ts'
import type { Ctx } from '../../context.ts'
import { forgiveFailures } from '../attempts/storage.ts'
import { secondsFresh } from '../rules.ts'
import { sessions } from '../table.ts'
import { mustKnowPassword, ownPasswordSubject } from './known-password.ts'

/** The caller signed in by password within the last five minutes, in this very session. */
export async function hasJustSignedIn({ db, actor, now }: Ctx): Promise<boolean> {
  const since = new Date(now.getTime() - secondsFresh * 1000)
  const rows = await db.query
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, actor.sessionId), eq(sessions.openedBy, 'password'), gt(sessions.createdAt, since)))
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
