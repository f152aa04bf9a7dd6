import type { Actor } from '#api/actor.ts'
import { isWorthTouching } from '#api/authentication/rules.ts'
import { findLiveSession, markUsed } from '#api/authentication/storage.ts'
import type { Visitor } from '#api/context.ts'
import { machineBehind } from '#api/index.ts'
import { sha256 } from '#platform/digest.ts'

/** The bearer token of a call; calls are authenticated by it and by nothing else. */
export function bearerOf(headers: Headers): string | null {
  const [scheme, token] = (headers.get('authorization') ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/** Asks the session row on the primary every time, so that a logout, a new password or a changed role holds at once. */
export async function actorBehind(token: string | null, ctx: Visitor): Promise<Actor | null> {
  if (!token) return null
  const session = await findLiveSession(ctx, await sha256(token))
  if (!session) return null
  if (isWorthTouching(session.lastUsedAt, ctx.now)) ctx.after(markUsed(ctx.db, session, ctx.now))
  return session.actor
}

/** Who makes a call: a person by the token of a session, or another system by its own secret. */
export const callerBehind = async (headers: Headers, ctx: Visitor): Promise<Actor | null> =>
  (await machineBehind(headers.get('authorization'), ctx)) ?? actorBehind(bearerOf(headers), ctx)
