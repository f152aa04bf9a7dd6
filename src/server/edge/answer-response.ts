import type { Call } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { datePathsOf } from '#api/date-paths.ts'
import { bytesOf, weakEtagOf } from '#platform/digest.ts'
import type { Answer } from './answer.ts'
import type { Copy } from './cache/copy.ts'

interface Asking {
  request: Request
  call: Call
  ctx: Visitor
}

const sameTag = (a: string, b: string) => a.replace(/^W\//, '') === b.replace(/^W\//, '')

const holds = (request: Request, etag: string) =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .some((held) => held.trim() === '*' || sameTag(held.trim(), etag))

const revalidated = (request: Request, body: Uint8Array<ArrayBuffer>, headers: Headers) =>
  holds(request, headers.get('etag') ?? '')
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })

const isRead = (request: Request) => request.method === 'GET' || request.method === 'HEAD'

/** Copies lie in memory for many readers; each is written as bytes once. */
const bytes = new WeakMap<Copy, Uint8Array<ArrayBuffer>>()

function bytesIn(copy: Copy): Uint8Array<ArrayBuffer> {
  const known = bytes.get(copy) ?? bytesOf(copy.text)
  bytes.set(copy, known)
  return known
}

function keptResponse(
  answer: Extract<Answer, { kept: unknown }>,
  { request, call }: Asking,
  headers: Headers,
): Response {
  const { kept, rule } = answer
  const isPublic = call.who === 'anyone' && rule.audience === 'everyone'
  headers.set('cache-status', kept.status)
  headers.set('cache-control', `${isPublic ? 'public' : 'private'}, no-cache`)
  headers.set('cache-tag', rule.tags.join(','))
  headers.set('etag', kept.copy.etag)
  return revalidated(request, bytesIn(kept.copy), headers)
}

async function personalResponse(value: unknown, { request, call }: Asking, headers: Headers): Promise<Response> {
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
  // Nobody keeps it; a client that holds a copy of its own may still ask whether that is good.
  headers.set('cache-control', 'no-store')
  // Written as bytes once, for the tag and for the wire.
  const body = bytesOf(text)
  headers.set('etag', await weakEtagOf(body))
  return revalidated(request, body, headers)
}

/** A file, a picture, an export: the slice's own headers stand; silence about keeping means nobody keeps it. */
function streamed(response: Response): Response {
  const own = new Response(response.body, response)
  for (const name of ['set-cookie', 'connection', 'transfer-encoding']) own.headers.delete(name)
  if (!own.headers.has('cache-control')) own.headers.set('cache-control', 'no-store')
  own.headers.set('cache-status', 'edge; fwd=bypass')
  return own
}

export async function responseOf(answer: Answer, asking: Asking): Promise<Response> {
  if ('value' in answer && answer.value instanceof Response) return streamed(answer.value)
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    dates: datePathsOf(asking.call.reply).join(' ') || '-',
  })
  if ('value' in answer && answer.isRepeated) headers.set('idempotency-replayed', 'true')
  return 'kept' in answer ? keptResponse(answer, asking, headers) : personalResponse(answer.value, asking, headers)
}
