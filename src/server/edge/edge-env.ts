import type { Context } from 'hono'
import type { Visitor } from '#api/context.ts'
import type { Refused } from '#api/refusals.ts'
import type { CallRequest, CallResult } from './call-request.ts'
import type { MatchedCall } from './contract-routes.ts'

/** The variables that the middleware of a call hands on. Each is set by the middleware that its comment names. */
export interface EdgeEnv {
  Bindings: Env
  Variables: {
    /** Request context; the session and the authorization replace it by one that knows the person. */
    ctx: Visitor
    /** Contract routes. */
    matched: MatchedCall | undefined
    /** Session: whether the request brought a token. */
    hadToken: boolean
    /** Session: whether the session row says what was assumed. Until it has, no response is sent. */
    isConfirmed: () => Promise<boolean>
    /** Call input. */
    callRequest: CallRequest | undefined
    /** Idempotency, or the handler. */
    result: CallResult
    /** Error handler. */
    refusal: Refused | undefined
    /** Optimistic session: the request was answered again, and logged there. */
    isSuperseded: boolean
  }
}

export type EdgeContext = Context<EdgeEnv>
