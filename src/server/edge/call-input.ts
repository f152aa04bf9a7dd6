import type { MiddlewareHandler } from 'hono'
import type { Call, CallInput } from '#api/calls.ts'
import { parseInput, refuseControlCharacters } from '#api/parse-input.ts'
import { cleanPastedText } from '#api/pasted-text.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { unchecked } from '../../unchecked.ts'
import { createCacheKey } from './cache-key.ts'
import { getMatchedCall } from './contract-routes.ts'
import type { EdgeEnv } from './edge-env.ts'
import { limitBody, readBody } from './request-body.ts'
import { isForwarded } from './upstream.ts'

/**
 * Parses a query into values by name. A name that occurs several times gives a list, which the schemas may refuse;
 * empty values, as forms send them, are left out.
 */
export function parseSearchParams(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const key of new Set(search.keys())) {
    const all = search.getAll(key).filter((text) => text !== '')
    if (all[0] !== undefined) query[key] = all.length > 1 ? all : all[0]
  }
  return query
}

const numbered = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, text]) => [name, Number(text)]))

function withoutTexts(params: Record<string, string>, call: Call) {
  const texts = Object.keys(call.params?.shape ?? {})
  return Object.fromEntries(Object.entries(params).filter(([name]) => !texts.includes(name)))
}

/**
 * Reads and validates the input of a call: path parameters, query, body and file. Reads the body only if the contract
 * declares one.
 *
 * Path parameters (`params`, as texts) without a schema become numbers. Pasted text is cleaned, and control characters
 * refused, in the body only. The returned `request` is the given one.
 *
 * @throws Refused('invalid_input') with the reason for each field by its path, in `language`; the field of an
 * unreadable body is `body` or the name of its part.
 * @throws Refused('unsupported_media_type') when a multipart call gets another content type.
 * @throws Refused('too_large') when the body exceeds the limit that `limitBody` has set on the request.
 */
export async function readCallInput(
  call: Call,
  params: Record<string, string>,
  search: URLSearchParams,
  request: Request,
  language: string,
): Promise<CallInput<string, Call>> {
  const { body, file } = await readBody(request, call, language)
  // Each is validated by the schema of the contract row from which the handler's types were inferred.
  return {
    params: unchecked<never>({
      ...numbered(withoutTexts(params, call)),
      ...(parseInput(call.params, params, language) as Record<string, unknown> | undefined),
    }),
    query: unchecked<never>(parseInput(call.query, parseSearchParams(search), language) ?? {}),
    body: unchecked<never>(refuseControlCharacters(parseInput(call.body, cleanPastedText(body), language), language)),
    file,
    request,
  }
}

/**
 * Reads and validates the input of the matched call and sets it as `callRequest`. The body of a forwarded call is
 * validated by its origin and only limited here; its other input is left empty.
 *
 * @throws Refused('not_found') when no call matches.
 * @throws Refused('too_large') when the body exceeds the limit of the call.
 * @throws Refused('invalid_input') or Refused('unsupported_media_type') as `readCallInput` does.
 */
export const callInput: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const match = getMatchedCall(c)
  const { call } = match.served
  const search = getRequestUrl(c.req.raw).searchParams
  const address = () => createCacheKey(match, parseSearchParams(search))
  const request = limitBody(c.req.raw, call)
  // A forwarded call is validated by its origin, and no handler here reads its parameters.
  const input = isForwarded({ address }, c.env)
    ? { params: unchecked<never>({}), query: {}, body: undefined, file: null, request }
    : await readCallInput(call, match.params, search, request, c.var.ctx.language)
  c.set('callRequest', { ...match, input, address })
  await next()
}
