import type { Context } from 'hono'
import type { Visitor } from '#api/context.ts'
import type { Refused } from '#api/refusals.ts'
import type { CallRequest, CallResult } from './call-request.ts'
import type { MatchedCall } from './contract-routes.ts'
import type { Quota } from './rate-limits.ts'

/** The variables that the middleware of a call sets. Each comment names the middleware that sets it. */
export interface EdgeEnv {
  Bindings: Env
  Variables: {
    /** Request context; session and authorization replace it by one with the actor. */
    ctx: Visitor
    /** Contract routes. */
    matched: MatchedCall | undefined
    /** Session: whether the request has a token. */
    hadToken: boolean
    /** Session: resolves to whether the session row equals the assumed one. No response is sent before. */
    isConfirmed: () => Promise<boolean>
    /** Person rate limit: what is left for an integration account; absent for other callers and without a limit. */
    accountQuota: Quota | undefined
    /** Call input. */
    callRequest: CallRequest | undefined
    /** Idempotency, or the handler. */
    result: CallResult
    /** Error handler. */
    refusal: Refused | undefined
    /** Optimistic session: a second attempt answers and logs the request. */
    isSuperseded: boolean
  }
}

export type EdgeContext = Context<EdgeEnv>
