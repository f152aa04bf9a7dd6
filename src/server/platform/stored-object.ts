import { type ByteRange, byteRangeOf, contentRangeOf, sliceOf } from './byte-range.ts'

interface Asked {
  files: R2Bucket
  key: string
  /** Null: asked for inside the portal itself, without method or conditions. */
  request: Request | null
  /** What this kind of file is served with; the version, the length and the range come along by themselves. */
  headersFor: (object: R2Object) => HeadersInit
}

const wholeSeconds = (date: Date) => Math.floor(date.getTime() / 1000) * 1000

function headersOf({ headersFor }: Asked, object: R2Object, length: number): Headers {
  const headers = new Headers(headersFor(object))
  headers.set('etag', object.httpEtag)
  headers.set('last-modified', object.uploaded.toUTCString())
  headers.set('accept-ranges', 'bytes')
  headers.set('content-length', String(length))
  return headers
}

/** A part fits only the version that the rest was taken from; anybody else needs the whole (RFC 9110, 13.1.5). */
const isSameVersion = (condition: string, object: R2Object) =>
  condition === object.httpEtag || Date.parse(condition) === wholeSeconds(object.uploaded)

async function rangeOf({ files, key, request }: Asked): Promise<ByteRange | null> {
  const range = byteRangeOf(request?.headers.get('range') ?? null)
  const condition = request?.headers.get('if-range')?.trim()
  if (!range || !condition) return range
  const head = await files.head(key)
  return head && isSameVersion(condition, head) ? range : null
}

const unsatisfiable = (size: number) =>
  new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' } })

async function stored({ files, key, request }: Asked, range: ByteRange | null) {
  try {
    return await files.get(key, { ...(request ? { onlyIf: request.headers } : {}), ...(range ? { range } : {}) })
  } catch (error) {
    // The store throws for a range that begins behind the end; whatever else it throws is its own trouble.
    const head = range ? await files.head(key) : null
    if (!head || !range || sliceOf(range, head.size)) throw error
    return unsatisfiable(head.size)
  }
}

const isRevalidation = ({ headers }: Request) => !headers.has('if-match') && !headers.has('if-unmodified-since')

/** Without a body the store has judged the conditions: the copy is still good, or the version is another. */
function unsent(asked: Asked, object: R2Object): Response {
  const headers = headersOf(asked, object, 0)
  headers.delete('content-length')
  return new Response(null, { status: !asked.request || isRevalidation(asked.request) ? 304 : 412, headers })
}

/** Answers with a file of the store: all of it or the range asked for, under the conditions of the request; null: none. */
export async function storedObjectResponse(asked: Asked): Promise<Response | null> {
  if (asked.request?.method === 'HEAD') {
    const head = await asked.files.head(asked.key)
    return head && new Response(null, { headers: headersOf(asked, head, head.size) })
  }
  const range = await rangeOf(asked)
  const object = await stored(asked, range)
  if (object === null || object instanceof Response) return object
  if (!('body' in object)) return unsent(asked, object)
  if (!range) return new Response(object.body, { headers: headersOf(asked, object, object.size) })
  const slice = sliceOf(range, object.size)
  if (!slice) return unsatisfiable(object.size)
  const headers = headersOf(asked, object, slice.length)
  headers.set('content-range', contentRangeOf(slice, object.size))
  return new Response(object.body, { status: 206, headers })
}
