import { eq } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import type { Statement } from '#platform/database.ts'
import type { OpenedBy } from '../rules.ts'
import { sessions } from '../table.ts'
import type { SecondFactor } from './rules.ts'

/** The caller's session has a second factor from now on. */
export const strengthenSession = ({ db, actor, now }: Ctx, secondFactor: SecondFactor): Statement =>
  db.query.update(sessions).set({ secondFactor, verifiedAt: now }).where(eq(sessions.id, actor.sessionId))

/** The caller has just proved again who they are: nothing more is asked for five minutes. */
export const markVerified = ({ db, actor, now }: Ctx): Statement =>
  db.query.update(sessions).set({ verifiedAt: now }).where(eq(sessions.id, actor.sessionId))

/** How the caller's session was opened. */
export async function findOpenedBy({ db, actor }: Ctx): Promise<OpenedBy> {
  const [row] = await db.query
    .select({ openedBy: sessions.openedBy })
    .from(sessions)
    .where(eq(sessions.id, actor.sessionId))
  return row?.openedBy ?? 'password'
}
