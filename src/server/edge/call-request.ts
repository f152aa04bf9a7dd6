import type { CacheRule, Call, CallInput } from '#api/calls.ts'
import type { CachedAnswer } from './cache/serve-cached.ts'
import { type MatchedCall, matchedCall } from './contract-routes.ts'
import type { EdgeContext } from './edge-env.ts'

/** A call with its checked input. */
export interface CallRequest extends MatchedCall {
  input: CallInput<string, Call>
  /** The cache key: one address for all ways to write the same request. Only shared and forwarded calls read it. */
  address: () => string
}

/** A shared response from the cache, or the value that the upstream gave for this reader alone. */
export type CallResult = { cached: CachedAnswer; rule: CacheRule } | { value: unknown; isRepeated?: true }

/** The request of a call behind the middleware that reads its input. */
export function callRequestOf(c: EdgeContext): CallRequest {
  const { callRequest } = c.var
  if (!callRequest) throw new Error(`${matchedCall(c).served.name} has no input`)
  return callRequest
}
