import type { MiddlewareHandler } from 'hono'
import type { Visitor } from '#api/context.ts'
import type { RepeatableWrite } from '#api/foundation/idempotency/storage.ts'
import { writeOnce } from '#api/index.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { sha256 } from '#platform/digest.ts'
import { type CallRequest, type CallResult, getCallRequest } from './call-request.ts'
import type { EdgeEnv } from './edge-env.ts'
import { refusalResponse } from './refusal-response.ts'
import { isForwarded } from './upstream.ts'

const maxCharacters = 200

/**
 * Returns the identity of a repeatable write: the caller's id, the name of the call and the idempotency key. Reads
 * nothing from the database, so it does not say whether the write was made before.
 *
 * Null for no key or an empty one, a caller without a session, an integration account, a call that is not `repeatable`,
 * and a call that is forwarded to another origin.
 *
 * @throws Refused('invalid_input') when the key is longer than 200 characters and the result is not null for another
 * reason.
 */
export function findRepeatableWrite(
  { served, address }: CallRequest,
  ctx: Visitor,
  key: string | null | undefined,
): RepeatableWrite | null {
  if (!key || !ctx.actor || ctx.actor.integration || !served.call.repeatable || isForwarded({ address }, ctx.env))
    return null
  if (key.length > maxCharacters) {
    const text = translator(ctx.language, 'refusals')('invalid.too_big.string', { count: maxCharacters })
    throw new Refused('invalid_input', { fields: { 'Idempotency-Key': text } })
  }
  return { userId: ctx.actor.id, call: served.name, key }
}

function hashOf({ input, address }: CallRequest): Promise<string> {
  const file = input.file && [input.file.name, input.file.size, input.file.type]
  return sha256(JSON.stringify([address(), input.body ?? null, file]))
}

/** Returns the value of a result; a shared response is parsed. */
const toStored = (result: CallResult): unknown =>
  'value' in result ? result.value : JSON.parse(result.cached.response.text)

/**
 * Makes a call once for a person and a key, and returns its stored answer, marked `isRepeated`, to repeats. Dates of a
 * stored answer are ISO texts. `make` runs the call, with a context whose first commit also marks the write as
 * committed; null when it returns null, and its errors are thrown on. A write that failed before its first commit
 * releases its key and may be repeated. A repeat waits up to five seconds for the first request. When that has
 * committed but lost its answer, the text `already_done` is returned, not thrown: the caller refuses, and invalidates
 * the tags.
 *
 * @throws Refused('idempotency_key_reused') when the key belongs to a request with another URL, body or file; files are
 * compared by name, size and type.
 * @throws Refused('write_under_way') when the first request has not finished in time.
 */
export async function makeCallOnce(
  key: RepeatableWrite,
  request: CallRequest,
  ctx: Visitor,
  make: (marking: Visitor) => Promise<CallResult | null>,
): Promise<CallResult | 'already_done' | null> {
  return writeOnce<CallResult>(ctx, { key, hash: await hashOf(request), make, toStored })
}

/**
 * Answers that the write was committed but its answer was never stored. Returned, not thrown, so that the tags that the
 * write invalidates are invalidated now, in case that was lost too.
 */
const alreadyDone = (ctx: Visitor): CallResult => ({ value: refusalResponse(new Refused('already_done'), ctx) })

/**
 * Makes a repeatable write with an `Idempotency-Key` once, and returns its stored answer to repeats of the same
 * person. Covers only calls that their contract marks `repeatable`, and neither integration accounts nor forwarded
 * calls.
 *
 * A repeat waits up to five seconds for the first request. Where that has committed but lost its answer, the repeat
 * gets a response `already_done`. A write that failed before its first commit releases its key and may be repeated. A
 * key is removed with its answer after a day, and then a repeat makes the write again.
 *
 * @throws Refused('invalid_input') when the key is longer than 200 characters.
 * @throws Refused('idempotency_key_reused') when the key belongs to a request with another URL, body or file.
 * @throws Refused('write_under_way') when the first request has not finished in time.
 * @throws Refused('not_found') when no call matches.
 */
export const idempotency: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const request = getCallRequest(c)
  const { ctx } = c.var
  const key = findRepeatableWrite(request, ctx, request.input.request?.headers.get('idempotency-key'))
  // Not returned: Hono would take the value for the response, which an outer middleware creates.
  if (!key) return void (await next())
  const result = await makeCallOnce(key, request, ctx, async (marking) => {
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
