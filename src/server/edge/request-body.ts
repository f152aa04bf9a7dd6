import type { Call } from '#api/calls.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'

const megabyte = 1_048_576

const maxBytesOf = (call: Call) => (call.bodyMb ?? (call.multipart ? 25 : 1)) * megabyte

/**
 * Returns the request with a body that fails beyond the limit of the call, since `Content-Length` cannot be trusted.
 *
 * The limit is `bodyMb` of the call, or else 25 MiB for a multipart call and 1 MiB for others. Reading a longer body
 * rejects with `too_large`. The body of the given request cannot be read any more; a request without a body is returned
 * as it is.
 *
 * @throws Refused('too_large') when `Content-Length` exceeds the limit.
 */
export const limitBody = (request: Request, call: Call): Request => limitedTo(maxBytesOf(call), request)

function limitedTo(maxBytes: number, request: Request): Request {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new Refused('too_large')
  if (!request.body) return request
  let byteCount = 0
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        byteCount += chunk.byteLength
        if (byteCount > maxBytes) controller.error(new Refused('too_large'))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Request(request, { body: counted })
}

/** Creates the refusal of a body that cannot be parsed as JSON or as a form, in the caller's language. */
const unreadable = (field: string, reason: 'json' | 'form', language: string) =>
  new Refused('invalid_input', { fields: { [field]: translator(language, 'refusals')(`invalid.unread.${reason}`) } })

/** Most levels of lists and objects within each other; no contract has as many. */
const maxDepth = 64

/** Whether lists and objects lie within each other in more levels than allowed. Does not recurse. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= maxDepth; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return false
  }
  return true
}

/** Parses JSON from a caller. Deeper values fail as unreadable, since what validates and stores them recurses. */
function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (isTooDeep(value)) throw new SyntaxError('nested too deeply')
  return value
}

async function jsonOf(request: Request, language: string): Promise<unknown> {
  const text = await request.text()
  if (text === '') return undefined
  try {
    return parseJson(text)
  } catch {
    throw unreadable('body', 'json', language)
  }
}

/** The parsed body of a call and its file. */
export interface CallBody {
  body: unknown
  file: File | null
}

async function formOf(request: Request, language: string): Promise<FormData> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) throw new Refused('unsupported_media_type')
  try {
    return await request.formData()
  } catch (error) {
    if (error instanceof Refused) throw error
    throw unreadable('body', 'form', language)
  }
}

/**
 * Reads the form that a page received, of at most 1 MiB. A body that is longer or not a form gives an empty form, so
 * the page lists missing fields.
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await limitedTo(megabyte, request).formData()
  } catch {
    return new FormData()
  }
}

/** Reads a multipart body: the JSON part under its own name or `json`, and the part `file` (spec G-087). */
async function multipartOf(request: Request, call: Call & { multipart: string }, language: string): Promise<CallBody> {
  const { multipart: name, partIsText: isText = false } = call
  const form = await formOf(request, language)
  const part: unknown = form.get(name) ?? form.get('json')
  const text = part instanceof Blob ? await part.text() : part
  const file: unknown = form.get('file')
  try {
    return {
      body: typeof text === 'string' && !isText ? parseJson(text) : (text ?? undefined),
      file: file instanceof File && (file.size > 0 || file.name !== '') ? file : null,
    }
  } catch {
    throw unreadable(name, 'json', language)
  }
}

const isMultipart = (call: Call): call is Call & { multipart: string } => call.multipart !== undefined

/**
 * Reads the body of a call if its contract declares one; `body` is undefined for an empty or undeclared body. Does not
 * validate it.
 *
 * A multipart call has its JSON, or text where the contract says so, in the part with its name or `json`, and the file
 * in the part `file`. `file` is null for a call that is not multipart, without the part, and for an empty part without
 * a name. `language` is that of the reasons in a refusal.
 *
 * @throws Refused('invalid_input') when the body is not JSON, is nested in more than 64 levels, or is not a form.
 * @throws Refused('unsupported_media_type') when a multipart call gets another content type.
 * @throws Refused('too_large') when the body exceeds the limit that `limitBody` has set.
 */
export async function readBody(request: Request, call: Call, language: string): Promise<CallBody> {
  if (isMultipart(call)) return multipartOf(request, call, language)
  return { body: call.body ? await jsonOf(request, language) : undefined, file: null }
}
