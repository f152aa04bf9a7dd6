import { toAttachmentContents } from './attachments.ts'
import { XapiError } from './error.ts'
import { parseBoundary, parseMultipart } from './multipart.ts'
import { isEarlyVersion, type XapiRequest } from './request.ts'
import type { StatementBatch } from './store-statements.ts'

/** Largest batch in bytes. D1 allows 2 MB in a row, and the rows of a batch must fit in one transaction. */
const maxBytes = 1_048_576

function jsonOf(bytes: Uint8Array): unknown {
  if (bytes.length > maxBytes) throw new XapiError(413, 'The statements are too large')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new XapiError(400, 'The content is not JSON')
  }
}

const isJsonType = (type: string) => /^application\/json\s*(;|$)/i.test(type)

/**
 * Parses the statements of a request, one or a list, and the attachments sent with them. Does not check the statements
 * themselves; `isEarly` marks those of a version before 1.0.
 *
 * @throws XapiError 400 when the content is malformed, 413 when it is too large
 */
export async function parseStatementBatch(request: XapiRequest): Promise<StatementBatch> {
  const type = request.headers.get('content-type') ?? ''
  const boundary = parseBoundary(type)
  if (boundary === null && !isJsonType(type))
    throw new XapiError(400, 'The content type is neither application/json nor multipart/mixed')
  const bytes = await request.body()
  const [first, ...rest] = boundary === null ? [] : parseMultipart(bytes, boundary)
  if (boundary !== null && !isJsonType(first?.headers.get('content-type') ?? ''))
    throw new XapiError(400, 'The first part of the content is not application/json')
  const value = jsonOf(first ? first.content : bytes)
  return { values: [value].flat(), contents: toAttachmentContents(rest), isEarly: isEarlyVersion(request.headers) }
}
