import type { Call } from '#api/calls.ts'
import { findDatePaths } from '#api/date-paths.ts'
import { createWeakEtag, encodeUtf8 } from '#platform/digest.ts'
import type { CachedResponse } from './cache/cached-response.ts'
import type { CallResult } from './call-request.ts'

interface Receiver {
  request: Request
  call: Call
}

const isSameEtag = (a: string, b: string) => a.replace(/^W\//, '') === b.replace(/^W\//, '')

/**
 * Whether `If-None-Match` of the request lists this ETag or is `*`; false without the header. Compares weakly: a
 * leading `W/` is ignored on both sides.
 */
export const hasEtag = (request: Request, etag: string) =>
  request.headers
    .get('if-none-match')
    ?.split(',')
    .some((candidate) => candidate.trim() === '*' || isSameEtag(candidate.trim(), etag)) ?? false

const revalidated = (request: Request, body: Uint8Array<ArrayBuffer>, headers: Headers) =>
  hasEtag(request, headers.get('etag') ?? '')
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })

const isRead = (request: Request) => request.method === 'GET' || request.method === 'HEAD'

/** Encoded bodies: a cached response has many readers and is encoded once. */
const encoded = new WeakMap<CachedResponse, Uint8Array<ArrayBuffer>>()

function encode(cached: CachedResponse): Uint8Array<ArrayBuffer> {
  const body = encoded.get(cached) ?? encodeUtf8(cached.text)
  encoded.set(cached, body)
  return body
}

function sharedResponse(
  { cached, rule }: Extract<CallResult, { cached: unknown }>,
  { request, call }: Receiver,
  headers: Headers,
): Response {
  const isPublic = call.who === 'anyone' && rule.audience === 'everyone'
  headers.set('cache-status', cached.status)
  headers.set('cache-control', `${isPublic ? 'public' : 'private'}, no-cache`)
  headers.set('cache-tag', rule.tags.join(','))
  headers.set('etag', cached.response.etag)
  return revalidated(request, encode(cached.response), headers)
}

async function personalResponse(value: unknown, { request, call }: Receiver, headers: Headers): Promise<Response> {
  headers.set('cache-status', 'edge; fwd=bypass')
  if (value === undefined) {
    headers.delete('content-type')
    headers.set('cache-control', 'no-store')
    return new Response(null, { status: 204, headers })
  }
  const text = JSON.stringify(value)
  if (!isRead(request) || call.cache === 'never') {
    headers.set('cache-control', 'no-store')
    return new Response(text, { headers })
  }
  // Not cached by HTTP; a client that stores the response itself may still revalidate it.
  headers.set('cache-control', 'no-store')
  // Encoded once, for the ETag and for the wire.
  const body = encodeUtf8(text)
  headers.set('etag', await createWeakEtag(body))
  return revalidated(request, body, headers)
}

/** Returns a file with the headers that the slice set; without `cache-control` it is not cached. */
function streamed(response: Response): Response {
  const own = new Response(response.body, response)
  for (const name of ['set-cookie', 'connection', 'transfer-encoding']) own.headers.delete(name)
  if (!own.headers.has('cache-control')) own.headers.set('cache-control', 'no-store')
  own.headers.set('cache-status', 'edge; fwd=bypass')
  return own
}

/**
 * Creates the response of a call that succeeded; refusals do not come here. `receiver` has the request and the call.
 *
 * A file goes out as it is, without its cookies, and with `no-store` unless it sets a cache rule; a value as JSON with
 * `no-store`; `undefined` as 204. A GET or HEAD whose ETag the receiver has gets 304, except under `cache: 'never'`.
 * Only shared responses may be stored by the browser, which revalidates them each time. The header `dates` names the
 * paths of dates, or is `-`; `idempotency-replayed` marks a stored answer of an earlier write, and `cache-status` says
 * whether the cache answered.
 */
export async function toResponse(result: CallResult, receiver: Receiver): Promise<Response> {
  if ('value' in result && result.value instanceof Response) return streamed(result.value)
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    dates: findDatePaths(receiver.call.reply).join(' ') || '-',
  })
  if ('value' in result && result.isRepeated) headers.set('idempotency-replayed', 'true')
  return 'cached' in result
    ? sharedResponse(result, receiver, headers)
    : personalResponse(result.value, receiver, headers)
}
