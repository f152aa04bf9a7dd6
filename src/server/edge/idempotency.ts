import type { MiddlewareHandler } from 'hono'
import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { type CallResult, getCallRequest } from './call-request.ts'
import type { EdgeEnv } from './edge-env.ts'
import { refusalResponse } from './refusal-response.ts'
import { findRepeatableWrite, writeOnce } from './write-once.ts'

/**
 * Answers that the write was committed but its answer was never stored. Returned, not thrown, so that the tags that the
 * write invalidates are invalidated now, in case that was lost too.
 */
const alreadyDone = (ctx: Visitor): CallResult => ({ value: refusalResponse(new Refused('already_done'), ctx) })

/**
 * Makes a repeatable write with an `Idempotency-Key` once, and returns its stored answer to repeated requests of the
 * same person. Only a call that its contract marks `repeatable` is covered, and neither integration accounts nor
 * forwarded calls.
 *
 * A repeat waits up to five seconds for the first request. Where the first has committed but lost its answer, the
 * repeat gets a response `already_done`. A write that failed before its first commit releases its key and may be
 * repeated.
 *
 * @throws Refused('invalid_input') when the key is longer than 200 characters.
 * @throws Refused('idempotency_key_reused') when the key belongs to another request.
 * @throws Refused('write_under_way') when the first request has not finished in time.
 * @throws Refused('not_found') when no call matches.
 */
export const idempotency: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const request = getCallRequest(c)
  const { ctx } = c.var
  const key = findRepeatableWrite(request, ctx, request.input.request?.headers.get('idempotency-key'))
  // Not returned: Hono would take the value for the response, which an outer middleware creates.
  if (!key) return void (await next())
  const result = await writeOnce(key, request, ctx, async (marking) => {
    c.set('ctx', marking)
    try {
      await next()
    } finally {
      c.set('ctx', ctx)
    }
    return c.error ? null : c.var.result
  })
  if (result) c.set('result', result === 'already_done' ? alreadyDone(ctx) : result)
}
