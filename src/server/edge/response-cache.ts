import type { MiddlewareHandler } from 'hono'
import { hasAnyRole } from '#api/actor.ts'
import { type CacheRule, type Call, getCacheRule } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { findDatePaths } from '#api/date-paths.ts'
import { reviveDates } from '#api/dates.ts'
import { Refused } from '#api/refusals.ts'
import { deepFreeze } from '#platform/deep-freeze.ts'
import type { CachedResponse } from './cache/cached-response.ts'
import { type CachedAnswer, serveCached } from './cache/serve-cached.ts'
import { type CallRequest, type CallResult, getCallRequest } from './call-request.ts'
import type { EdgeEnv } from './edge-env.ts'
import { callUpstream } from './upstream.ts'

function ruleFor(call: Call, ctx: Visitor): CacheRule | null {
  const rule = getCacheRule(call)
  if (!rule || rule.audience === 'everyone') return rule
  return ctx.actor && (hasAnyRole(ctx.actor) || ctx.actor.isExternal) ? null : rule
}

/**
 * Removes the actor and the IP address from the context of a shared response and, unless the rule is by language, the
 * language. The database is the primary: a replica may lag behind the last write.
 */
const impersonal = (ctx: Visitor, rule: CacheRule): Visitor => ({
  ...ctx,
  actor: null,
  address: 'edge',
  language: rule.byLanguage ? ctx.language : 'sv',
  db: ctx.db.onPrimary(),
})

function shared(request: CallRequest, ctx: Visitor, rule: CacheRule): Promise<CachedAnswer> {
  const audience = rule.byLanguage ? `${rule.audience}/${ctx.language}` : rule.audience
  const key = `${ctx.requestOrigin}/.edge/${audience}${request.address()}`
  return serveCached(ctx, key, rule, async () => {
    const value = await callUpstream({ ...request, input: { ...request.input, request: null } }, impersonal(ctx, rule))
    return JSON.stringify(value ?? null)
  })
}

/**
 * Answers an authorized call from the response cache where its contract allows that; otherwise runs the call for this
 * caller alone.
 *
 * A shared response is computed without the actor and the client's IP address, from the primary database, and in
 * Swedish unless its rule is by language. Callers with a role and external callers get only responses that are cached
 * for everyone, never those cached for members. A signed-in caller for whom a shared response is `not_found` gets a
 * response of their own, which is not cached.
 *
 * @throws Refused with the codes of the call; Refused('upstream_unavailable') when the origin that answers calls
 * instead (`API_ORIGIN`) fails.
 */
export async function answerCall(request: CallRequest, ctx: Visitor): Promise<CallResult> {
  const rule = ruleFor(request.served.call, ctx)
  if (!rule) return { value: await callUpstream(request, ctx) }
  try {
    return { cached: await shared(request, ctx, rule), rule }
  } catch (error) {
    // A row that is hidden from members in general may be the caller's own (spec G-021); that response is never shared.
    if (!ctx.actor || !(error instanceof Refused) || error.code !== 'not_found') throw error
    return { value: await callUpstream(request, ctx) }
  }
}

/** Parsed values: a cached response has many readers and is parsed and frozen once. */
const values = new WeakMap<CachedResponse, unknown>()

function parsed(cached: CachedResponse, call: Call): unknown {
  if (!values.has(cached))
    values.set(cached, deepFreeze(reviveDates(JSON.parse(cached.text), findDatePaths(call.reply))))
  return values.get(cached)
}

/**
 * Returns the result as a value, for a caller in the same process. A cached response is parsed, with its dates as
 * `Date`, frozen by `deepFreeze` and shared by all callers.
 */
export const toValue = (result: CallResult, call: Call): unknown =>
  'cached' in result ? parsed(result.cached.response, call) : result.value

/**
 * Answers a call as `answerCall` does, from the response cache or by running it, and sets `result`. The last middleware
 * of a call: it creates no response and calls no other middleware.
 *
 * @throws Refused('not_found') when no call matches.
 * @throws Refused with the codes of the call; Refused('upstream_unavailable') when calls are forwarded to `API_ORIGIN`
 * and that origin fails.
 */
export const responseCache: MiddlewareHandler<EdgeEnv> = async (c) => {
  c.set('result', await answerCall(getCallRequest(c), c.var.ctx))
}
