import { holdsAnyRole } from '#api/actor.ts'
import type { Call, InputOf } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import type { Match } from '#api/router.ts'
import { keptAnswer } from './cache.ts'

/** JSON text of a shared answer, kept at the edge, or the handler's own value. */
export type Answer = { kept: string; cacheStatus: string } | { value: unknown; cacheStatus: 'bypass' }

export interface Asked {
  match: Match
  input: InputOf<string, Call>
  /** Path and sorted query, the cache's key. */
  address: string
}

const mayShare = (call: Call, ctx: Visitor) =>
  call.cache && (call.cache.audience === 'everyone' || !ctx.actor || !holdsAnyRole(ctx.actor))

/** Answers a call that has been let through, from the edge's cache where the contract allows it. */
export async function answerOf(asked: Asked, ctx: Visitor): Promise<Answer> {
  const { served } = asked.match
  const rule = served.call.cache
  if (!rule || !mayShare(served.call, ctx)) {
    return { value: await served.handle(asked.input, ctx), cacheStatus: 'bypass' }
  }
  try {
    return await keptAnswer(ctx, asked.address, rule, async () => {
      // Whoever asks first must not leave anything personal in a shared answer: the handler does not learn who it is.
      const value = await served.handle(asked.input, { ...ctx, actor: null })
      return JSON.stringify(value ?? null)
    })
  } catch (error) {
    // What is hidden from members in general may still be the caller's own (gaps G-021); that answer is never kept.
    if (!ctx.actor || !(error instanceof Refused) || error.code !== 'not_found') throw error
    return { value: await served.handle(asked.input, ctx), cacheStatus: 'bypass' }
  }
}
