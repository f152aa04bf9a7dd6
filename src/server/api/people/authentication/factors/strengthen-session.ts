import { eq } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import type { Statement } from '#platform/database.ts'
import type { SessionMethod } from '../rules.ts'
import { sessions } from '../table.ts'
import type { SecondFactor } from './rules.ts'

/**
 * Returns the statement that stores the second factor of the caller's session, which thereby counts as authenticated
 * again: for five minutes no password is required.
 */
export const strengthenSession = ({ db, actor, now }: Ctx, secondFactor: SecondFactor): Statement =>
  db.query.update(sessions).set({ secondFactor, verifiedAt: now }).where(eq(sessions.id, actor.sessionId))

/**
 * Returns the statement that stores in the caller's session that the caller has authenticated again now. For five
 * minutes no password is required.
 */
export const markReauthenticated = ({ db, actor, now }: Ctx): Statement =>
  db.query.update(sessions).set({ verifiedAt: now }).where(eq(sessions.id, actor.sessionId))

/**
 * Returns the method by which the caller's session was opened, such as `passkey`; `password` when the session has
 * ended.
 */
export async function findSessionMethod({ db, actor }: Ctx): Promise<SessionMethod> {
  const [row] = await db.query
    .select({ openedBy: sessions.openedBy })
    .from(sessions)
    .where(eq(sessions.id, actor.sessionId))
  return row?.openedBy ?? 'password'
}
