import type { MiddlewareHandler } from 'hono'
import type { Visitor } from '#api/context.ts'
import { recordRefusal } from '#api/index.ts'
import { toNetwork } from '#api/network.ts'
import { Refused } from '#api/refusals.ts'
import { BoundedMap } from '#platform/bounded-map.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import type { EdgeEnv } from './edge-env.ts'
import { refusalResponse } from './refusal-response.ts'
import { createContext, toRequestFacts } from './request-context.ts'

interface Bucket {
  tokens: number
  /** Epoch milliseconds of the last request. */
  at: number
}

// Least recently used buckets are dropped first.
const buckets = new BoundedMap<Bucket>(20_000)

/**
 * Takes one token of the bucket of `key`, which holds `perMinute` tokens and refills evenly; an unknown key has a full
 * one. Takes none when less than one is left.
 *
 * Returns the whole seconds to wait when it is empty, or else 0. `perMinute` is positive, `now` epoch milliseconds.
 * This isolate remembers 20,000 keys, the least recently used of which are forgotten.
 */
export function takeToken(key: string, perMinute: number, now: number): number {
  const { tokens, at } = buckets.get(key) ?? { tokens: perMinute, at: now }
  const filled = Math.min(perMinute, tokens + ((now - at) / 60_000) * perMinute)
  const wait = filled >= 1 ? 0 : Math.ceil(((1 - filled) * 60) / perMinute)
  buckets.set(key, { tokens: wait ? filled : filled - 1, at: now })
  return wait
}

/** Rest of a limit per minute. */
export interface Quota {
  perMinute: number
  remaining: number
  /** Whole seconds until all of it is there again; 0 when it is. */
  resetSeconds: number
}

/**
 * Returns what this isolate has left of a limit for a key: whole tokens and the seconds until all are there. Takes
 * nothing; an unknown key has all. `now` is epoch milliseconds.
 */
function readQuota(key: string, perMinute: number, now: number): Quota {
  const { tokens, at } = buckets.get(key) ?? { tokens: perMinute, at: now }
  const filled = Math.min(perMinute, tokens + ((now - at) / 60_000) * perMinute)
  return { perMinute, remaining: Math.floor(filled), resetSeconds: Math.ceil(((perMinute - filled) * 60) / perMinute) }
}

type Limits = Pick<Env, 'CALLS_PER_MINUTE'> & { CALL_LIMITER?: Env['CALL_LIMITER'] | undefined }

/**
 * Counts a call against the general limit per key and minute, in this isolate and with the platform's rate limiter
 * where bound. Sign-in has stricter limits of its own.
 *
 * `times` multiplies the isolate's limit where many people share a key; the platform's limit stays the same. Without
 * `CALLS_PER_MINUTE`, or with 0, nothing is limited.
 *
 * @throws Refused('too_many_requests') with the seconds to wait when a limit is exceeded, 60 for the platform's limit.
 */
export async function enforceRateLimit(env: Limits, key: string, times = 1): Promise<void> {
  const perMinute = Number(env.CALLS_PER_MINUTE) * times
  if (!perMinute) return
  const wait = takeToken(key, perMinute, Date.now())
  const allowed = wait === 0 && (!env.CALL_LIMITER || (await env.CALL_LIMITER.limit({ key })).success)
  if (!allowed) throw new Refused('too_many_requests', { details: { retryAfterSeconds: wait || 60 } })
}

/**
 * Returns the rate limit key of the caller's network: `address ` and the IP address, or its /64 for IPv6. Null for
 * `unknown`, which stands for an IP address that the platform did not supply.
 */
export const networkLimitKey = (address: string): string | null =>
  address === 'unknown' ? null : `address ${toNetwork(address)}`

/**
 * Counts a request against the limit of the caller's network, apart for each purpose. An unknown IP address is not
 * limited.
 *
 * @throws Refused('too_many_requests') when the limit is exceeded.
 */
export async function enforceNetworkLimit({ address, env }: Visitor, purpose = ''): Promise<void> {
  const network = networkLimitKey(address)
  if (network) await enforceRateLimit(env, `${network} ${purpose}`.trimEnd())
}

/**
 * Limits the calls of a network to `CALLS_PER_MINUTE`, counted before the session is read. An unknown IP address is not
 * limited.
 *
 * @throws Refused('too_many_requests') when the limit is exceeded.
 */
export const networkRateLimit: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  await enforceNetworkLimit(c.var.ctx)
  await next()
}

/**
 * Limits the calls of a person or an integration account to `CALLS_PER_MINUTE`, wherever they come from. Calls without
 * an actor are limited by network alone. Sets `accountQuota` for an integration account, also when the limit is
 * exceeded.
 *
 * @throws Refused('too_many_requests') when the limit is exceeded.
 */
export const personRateLimit: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const { actor } = c.var.ctx
  if (actor) {
    const key = `person ${actor.id}`
    const perMinute = Number(c.env.CALLS_PER_MINUTE)
    const isCounted = actor.integration !== undefined && perMinute > 0
    // Stands while the limit refuses, also when the platform's counter does.
    if (isCounted) c.set('accountQuota', { perMinute, remaining: 0, resetSeconds: 60 })
    await enforceRateLimit(c.env, key)
    if (isCounted) c.set('accountQuota', readQuota(key, perMinute, Date.now()))
  }
  await next()
}

/**
 * Sets `RateLimit-Policy` (the limit and its minute) and `RateLimit` (the rest and the seconds until all is there), as
 * the draft draft-ietf-httpapi-ratelimit-headers says. `policy` is the name of the limit in both.
 */
function setQuotaHeaders(headers: Headers, policy: string, { perMinute, remaining, resetSeconds }: Quota): void {
  headers.set('ratelimit-policy', `"${policy}";q=${perMinute};w=60`)
  headers.set('ratelimit', `"${policy}";r=${remaining};t=${resetSeconds}`)
}

/**
 * Returns a copy of a response with the headers of `setQuotaHeaders` for the rest of a key's limit: nothing is left
 * after
 * 429. Returns the response itself where calls are not limited.
 */
export function setQuota(response: Response, policy: string, key: string, env: Limits): Response {
  const perMinute = Number(env.CALLS_PER_MINUTE)
  if (!perMinute) return response
  const quota = readQuota(key, perMinute, Date.now())
  const copy = new Response(response.body, response)
  setQuotaHeaders(copy.headers, policy, response.status === 429 ? { ...quota, remaining: 0 } : quota)
  return copy
}

/**
 * Adds `RateLimit-Policy` and `RateLimit` to each reply to an integration account, also to a refusal. Without a limit
 * there are no headers.
 */
export const accountRateHeaders: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  await next()
  if (c.var.accountQuota) setQuotaHeaders(c.res.headers, 'account', c.var.accountQuota)
}

/**
 * Limits the pages of a network, apart from its calls. Beyond the limit the response is 429 with `too_many_requests`,
 * and the refusal is recorded; nothing is thrown.
 */
export const pageRateLimit: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const ctx = createContext(toRequestFacts(c))
  try {
    await enforceNetworkLimit(ctx, 'pages')
  } catch (error) {
    recordRefusal(ctx, 'too_many_requests', { call: 'page', path: getRequestUrl(c.req.raw).pathname, body: null })
    return refusalResponse(error, ctx)
  }
  return next()
}
