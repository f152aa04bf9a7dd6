import type { Actor } from '#api/actor.ts'
import { findActor } from '#api/authentication/storage.ts'
import type { Visitor } from '#api/context.ts'
import { sha256 } from '#platform/digest.ts'

/** The bearer token of a call; calls are authenticated by it and by nothing else. */
export function bearerOf(headers: Headers): string | null {
  const [scheme, token] = (headers.get('authorization') ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/** Asks the session row every time, so that a logout, a new password or a changed role holds at once. */
export async function actorBehind(token: string | null, ctx: Visitor): Promise<Actor | null> {
  return token ? findActor(ctx.db, await sha256(token), ctx.now) : null
}
