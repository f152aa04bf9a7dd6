import { eq } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import type { Statement } from '#platform/database.ts'
import type { SessionMethod } from '../rules.ts'
import { sessions } from '../table.ts'
import type { SecondFactor } from './rules.ts'

/** Records the second factor of the caller's session. */
export const strengthenSession = ({ db, actor, now }: Ctx, secondFactor: SecondFactor): Statement =>
  db.query.update(sessions).set({ secondFactor, verifiedAt: now }).where(eq(sessions.id, actor.sessionId))

/** Records that the caller has authenticated again. For five minutes no password is required. */
export const markReauthenticated = ({ db, actor, now }: Ctx): Statement =>
  db.query.update(sessions).set({ verifiedAt: now }).where(eq(sessions.id, actor.sessionId))

/** Finds the method that opened the caller's session. */
export async function findSessionMethod({ db, actor }: Ctx): Promise<SessionMethod> {
  const [row] = await db.query
    .select({ openedBy: sessions.openedBy })
    .from(sessions)
    .where(eq(sessions.id, actor.sessionId))
  return row?.openedBy ?? 'password'
}
