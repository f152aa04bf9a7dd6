import type { Visitor } from '#api/context.ts'
import type { Statement as Write } from '#platform/database.ts'
import { lastToldIn } from '../evidence-storage.ts'
import { type Launch, listOpenSessions, listSessionsRunOut, markAbandoned } from '../launch-storage.ts'
import { abandonedWrites, isSessionLaunch } from './portal-statements.ts'

async function ending(ctx: Visitor, launches: readonly Launch[]): Promise<Write[]> {
  const sessions = launches.filter(isSessionLaunch)
  const writes = await Promise.all(
    sessions.map(async (launch) => [
      ...abandonedWrites(ctx, launch, await lastToldIn(ctx.db, launch.session.id)),
      markAbandoned(ctx.db, launch.id, ctx.now),
    ]),
  )
  return writes.flat()
}

/** An attempt has one session at a time: what ends those that a new one takes the place of (cmi5, 9.3.6). */
export const supersede = async (ctx: Visitor, registration: string): Promise<Write[]> =>
  ending(ctx, await listOpenSessions(ctx.db, registration))

/** Ends sessions whose time is over; answers how many. */
export async function abandonRunOut(ctx: Visitor, atMost: number): Promise<number> {
  const sessions = await listSessionsRunOut(ctx.db, ctx.now, atMost)
  await ctx.db.commit(await ending(ctx, sessions))
  return sessions.length
}
