import type { CacheRule, Call, CallInput } from '#api/calls.ts'
import type { CachedAnswer } from './cache/serve-cached.ts'
import { getMatchedCall, type MatchedCall } from './contract-routes.ts'
import type { EdgeContext } from './edge-env.ts'

/** A call with its validated input. */
export interface CallRequest extends MatchedCall {
  input: CallInput<string, Call>
  /** Returns the cache key, equal for all spellings of one request. Only shared and forwarded calls use it. */
  address: () => string
}

/** A shared response from the cache, or the value that the upstream returned for this caller alone. */
export type CallResult = { cached: CachedAnswer; rule: CacheRule } | { value: unknown; isRepeated?: true }

/**
 * Returns the matched call of a request with its validated input, from Hono's context. For middleware behind
 * `callInput`; before it, throws an `Error` without a refusal code.
 *
 * @throws Refused('not_found') when no call matches.
 */
export function getCallRequest(c: EdgeContext): CallRequest {
  const { callRequest } = c.var
  if (!callRequest) throw new Error(`${getMatchedCall(c).served.name} has no input`)
  return callRequest
}
