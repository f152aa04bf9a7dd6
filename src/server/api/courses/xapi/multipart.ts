import { XapiError } from './error.ts'

/** One part of a multipart body. */
export interface MimePart {
  headers: Headers
  content: Uint8Array<ArrayBuffer>
}

/**
 * Returns the boundary of a multipart/mixed content type; null for another content type.
 * @throws XapiError 400 when the boundary is missing
 */
export function parseBoundary(contentType: string): string | null {
  if (!/^multipart\/mixed\s*(;|$)/i.test(contentType)) return null
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (!boundary) throw new XapiError(400, 'The content type names no boundary')
  return boundary
}

function headersOf(text: string): Headers {
  const headers = new Headers()
  for (const line of text.split('\r\n')) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*:(.*)$/.exec(line) ?? []
    if (!name || value === undefined) throw new XapiError(400, 'A part of the content has a broken header')
    try {
      headers.append(name, value.trim())
    } catch {
      throw new XapiError(400, 'A part of the content has a broken header')
    }
  }
  return headers
}

const latin = (bytes: Buffer) => bytes.toString('latin1')

/**
 * Splits multipart content into its parts. Text before the first boundary and after the last one is ignored (RFC 2046).
 * @throws XapiError 400 when the content is malformed
 */
export function parseMultipart(bytes: Uint8Array<ArrayBuffer>, boundary: string): MimePart[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mark = Buffer.from(`--${boundary}`)
  const parts: MimePart[] = []
  let start = all.subarray(0, mark.length).equals(mark) ? 0 : all.indexOf(`\r\n--${boundary}`)
  if (start === -1) throw new XapiError(400, 'The content has no boundary')
  if (start > 0) start += 2
  for (;;) {
    const after = start + mark.length
    if (latin(all.subarray(after, after + 2)) === '--') return parts
    const lineEnd = all.indexOf('\r\n', after)
    const end = all.indexOf(`\r\n--${boundary}`, after)
    if (lineEnd === -1 || end === -1) throw new XapiError(400, 'The content does not end with its boundary')
    // A part without headers begins with the empty line.
    const isBare = latin(all.subarray(lineEnd + 2, lineEnd + 4)) === '\r\n'
    const blank = isBare ? lineEnd : all.indexOf('\r\n\r\n', lineEnd + 2)
    if (blank === -1 || blank > end)
      throw new XapiError(400, 'A part of the content has no empty line after its headers')
    const headers = isBare ? new Headers() : headersOf(latin(all.subarray(lineEnd + 2, blank)))
    parts.push({ headers, content: new Uint8Array(all.subarray(blank + 4, Math.max(blank + 4, end))) })
    start = end + 2
  }
}

/**
 * Returns a stream of multipart content. Parts are loaded one at a time, so that only one is in memory; one whose
 * content is null is left out.
 */
export function streamMultipart(
  boundary: string,
  parts: { headers: Record<string, string>; content: () => Promise<Uint8Array | null> }[],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const remaining = parts.values()
  return new ReadableStream({
    async pull(controller) {
      for (const { headers, content } of remaining) {
        const bytes = await content()
        if (!bytes) continue
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        controller.enqueue(encoder.encode(`--${boundary}\r\n${lines.join('')}\r\n`))
        controller.enqueue(bytes)
        controller.enqueue(encoder.encode('\r\n'))
        return
      }
      controller.enqueue(encoder.encode(`--${boundary}--\r\n`))
      controller.close()
    },
  })
}
