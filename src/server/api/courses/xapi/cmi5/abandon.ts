import type { Visitor } from '#api/context.ts'
import type { Statement as Write } from '#platform/database.ts'
import { findLastStatementTime } from '../evidence-storage.ts'
import { type Launch, listExpiredSessions, listOpenSessions, markAbandoned } from '../launch-storage.ts'
import { abandonedWrites, isSessionLaunch } from './portal-statements.ts'

async function abandonWrites(ctx: Visitor, launches: readonly Launch[]): Promise<Write[]> {
  const sessions = launches.filter(isSessionLaunch)
  const writes = await Promise.all(
    sessions.map(async (launch) => [
      ...abandonedWrites(ctx, launch, await findLastStatementTime(ctx.db, launch.session.id)),
      markAbandoned(ctx.db, launch.id, ctx.now),
    ]),
  )
  return writes.flat()
}

/**
 * Returns the writes that abandon the open sessions of an attempt, with an `abandoned` statement each. The caller
 * commits them. An attempt has one session at a time (cmi5, 9.3.6).
 */
export const abandonOpenSessions = async (ctx: Visitor, registration: string): Promise<Write[]> =>
  abandonWrites(ctx, await listOpenSessions(ctx.db, registration))

/**
 * Abandons at most `limit` expired sessions, with an `abandoned` statement each, in one commit, and returns their
 * number; 0 when none is left.
 */
export async function abandonExpiredSessions(ctx: Visitor, limit: number): Promise<number> {
  const sessions = await listExpiredSessions(ctx.db, ctx.now, limit)
  await ctx.db.commit(await abandonWrites(ctx, sessions))
  return sessions.length
}
