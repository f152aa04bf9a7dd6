import type { MiddlewareHandler } from 'hono'
import { toNetwork } from '#api/network.ts'
import { Refused } from '#api/refusals.ts'
import { urlOf } from '#platform/request-url.ts'
import { Seen } from '#platform/seen.ts'
import type { EdgeEnv } from './edge-env.ts'
import { refusalResponse } from './refusal-response.ts'
import { noteRefusal } from './refused-attempts.ts'
import { addressOf, contextOf, factsOf } from './request-context.ts'

interface Bucket {
  tokens: number
  /** Epoch milliseconds of the last look. */
  at: number
}

// Least recently used buckets are dropped first.
const buckets = new Seen<Bucket>(20_000)

/** Takes one token; answers the seconds to wait when there is none. A bucket holds a minute's worth. */
export function take(key: string, perMinute: number, now: number): number {
  const { tokens, at } = buckets.get(key) ?? { tokens: perMinute, at: now }
  const filled = Math.min(perMinute, tokens + ((now - at) / 60_000) * perMinute)
  const wait = filled >= 1 ? 0 : Math.ceil(((1 - filled) * 60) / perMinute)
  buckets.see(key, { tokens: wait ? filled : filled - 1, at: now })
  return wait
}

type Limits = Pick<Env, 'CALLS_PER_MINUTE'> & { CALL_LIMITER?: Env['CALL_LIMITER'] | undefined }

/**
 * The general limit, per caller and minute: cheap and per isolate, and the platform's own counter where it is bound.
 * Sign-in has stricter limits of its own. `times` widens it where many people share a key.
 */
export async function withinLimits(env: Limits, key: string, times = 1): Promise<void> {
  const perMinute = Number(env.CALLS_PER_MINUTE) * times
  if (!perMinute) return
  const wait = take(key, perMinute, Date.now())
  const allowed = wait === 0 && (!env.CALL_LIMITER || (await env.CALL_LIMITER.limit({ key })).success)
  if (!allowed) throw new Refused('too_many_requests', { details: { retryAfterSeconds: wait || 60 } })
}

/** The caller's network; an address is only worth counting when the platform vouches for it. */
export const addressKey = (address: string): string | null =>
  address === 'unknown' ? null : `address ${toNetwork(address)}`

/** Limits the calls of a network. */
export const networkRateLimit: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const key = addressKey(c.var.ctx.address)
  if (key) await withinLimits(c.env, key)
  await next()
}

/** Limits the calls of a person, wherever they come from. */
export const personRateLimit: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const { actor } = c.var.ctx
  if (actor) await withinLimits(c.env, `person ${actor.id}`)
  await next()
}

/** Limits the pages of a network. */
export const pageRateLimit: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const key = addressKey(addressOf(c.req.raw.headers))
  try {
    if (key) await withinLimits(c.env, `${key} pages`)
  } catch (error) {
    const ctx = contextOf(factsOf(c))
    noteRefusal(ctx, 'too_many_requests', { call: 'page', path: urlOf(c.req.raw).pathname, body: null })
    return refusalResponse(error, ctx)
  }
  return next()
}
