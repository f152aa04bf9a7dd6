import { type ByteRange, formatContentRange, parseByteRange, resolveByteRange } from './byte-range.ts'

interface ObjectRequest {
  files: R2Bucket
  key: string
  /** Null inside the portal, where there is no method and no condition. */
  request: Request | null
  /** Returns the headers of this kind of file. Version, length and range are added to them. */
  headersFor: (object: R2Object) => HeadersInit
}

const wholeSeconds = (date: Date) => Math.floor(date.getTime() / 1000) * 1000

function headersOf({ headersFor }: ObjectRequest, object: R2Object, length: number): Headers {
  const headers = new Headers(headersFor(object))
  headers.set('etag', object.httpEtag)
  headers.set('last-modified', object.uploaded.toUTCString())
  headers.set('accept-ranges', 'bytes')
  headers.set('content-length', String(length))
  return headers
}

/** Whether `If-Range` names the stored version. If not, the whole file is sent (RFC 9110, 13.1.5). */
const isSameVersion = (condition: string, object: R2Object) =>
  condition === object.httpEtag || Date.parse(condition) === wholeSeconds(object.uploaded)

async function rangeOf({ files, key, request }: ObjectRequest): Promise<ByteRange | null> {
  const range = parseByteRange(request?.headers.get('range') ?? null)
  const condition = request?.headers.get('if-range')?.trim()
  if (!range || !condition) return range
  const head = await files.head(key)
  return head && isSameVersion(condition, head) ? range : null
}

const unsatisfiable = (size: number) =>
  new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' } })

async function readObject({ files, key, request }: ObjectRequest, range: ByteRange | null) {
  try {
    return await files.get(key, { ...(request ? { onlyIf: request.headers } : {}), ...(range ? { range } : {}) })
  } catch (error) {
    // R2 throws for a range that begins behind the end; any other error is thrown on.
    const head = range ? await files.head(key) : null
    if (!head || !range || resolveByteRange(range, head.size)) throw error
    return unsatisfiable(head.size)
  }
}

const isRevalidation = ({ headers }: Request) => !headers.has('if-match') && !headers.has('if-unmodified-since')

/** Responds when a condition of the request kept R2 from sending a body: 304 for a revalidation, or else 412. */
function conditionalResponse(query: ObjectRequest, object: R2Object): Response {
  const headers = headersOf(query, object, 0)
  headers.delete('content-length')
  return new Response(null, { status: !query.request || isRevalidation(query.request) ? 304 : 412, headers })
}

/**
 * Responds with a stored file, or a range of it, under the conditions of the request; null when the store has no such
 * key. `headersFor` gives the headers of this kind of file; version, length and range are added.
 *
 * Status 206 for one range, 416 for a range behind the end, 304 for a version that the client has, 412 for a failed
 * precondition. Several ranges, or a malformed one, get the whole file. A HEAD request gets the headers of the whole
 * file with status 200, whatever its conditions and range. A request of null gets the whole file. Access is not
 * checked: the caller has done that.
 */
export async function createObjectResponse(query: ObjectRequest): Promise<Response | null> {
  if (query.request?.method === 'HEAD') {
    const head = await query.files.head(query.key)
    return head && new Response(null, { headers: headersOf(query, head, head.size) })
  }
  const range = await rangeOf(query)
  const object = await readObject(query, range)
  if (object === null || object instanceof Response) return object
  if (!('body' in object)) return conditionalResponse(query, object)
  if (!range) return new Response(object.body, { headers: headersOf(query, object, object.size) })
  const slice = resolveByteRange(range, object.size)
  if (!slice) return unsatisfiable(object.size)
  const headers = headersOf(query, object, slice.length)
  headers.set('content-range', formatContentRange(slice, object.size))
  return new Response(object.body, { status: 206, headers })
}
