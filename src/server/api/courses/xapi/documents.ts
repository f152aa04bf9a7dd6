import type { Visitor } from '#api/context.ts'
import { createDocumentEtag } from './document-etag.ts'
import { type DocumentKind, resolveDocumentScope } from './document-scope.ts'
import {
  type DocumentPlace,
  type DocumentScope,
  findDocument,
  listDocumentIds,
  putDocument,
  removeDocuments,
  type StoredDocument,
  type WriteCondition,
} from './document-storage.ts'
import { XapiError } from './error.ts'
import type { Reach } from './reach.ts'
import type { XapiRequest } from './request.ts'
import { refusePrecondition } from './rules.ts'
import { readTimestamp } from './statement-query.ts'
import { isJson, type Json } from './statement-rules/check.ts'

const idName = (kind: DocumentKind) => (kind === 'state' ? 'stateId' : 'profileId')

const isJsonType = (contentType: string) => /^application\/json\b/i.test(contentType)

function jsonObject(bytes: Uint8Array): Json {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (isJson(value)) return value
  } catch {
    // Invalid text and a value of another shape get the same refusal below.
  }
  throw new XapiError(400, 'The document is not a JSON object')
}

function textOf(value: Json): string {
  try {
    return JSON.stringify(value)
  } catch {
    throw new XapiError(400, 'The document is nested too deeply')
  }
}

const typeOf = ({ headers }: XapiRequest) => headers.get('content-type') ?? 'application/octet-stream'

/** Returns the document that a request stores, with the SHA-1 digest of its body as ETag. Stores nothing. */
export const toStoredDocument = async (
  request: XapiRequest,
  body: Uint8Array<ArrayBuffer>,
  changedAt: Date,
): Promise<StoredDocument> => ({
  contentType: typeOf(request),
  etag: await createDocumentEtag(body),
  body,
  changedAt,
})

/**
 * Returns the body to store: POST merges the top level of two JSON objects, and PUT replaces (xAPI 1.0.3, part three,
 * 2.2).
 */
async function mergedBody(request: XapiRequest, old: StoredDocument | null): Promise<Uint8Array<ArrayBuffer>> {
  const body = await request.body()
  if (request.method !== 'POST') return body
  const contentType = typeOf(request)
  if (isJsonType(contentType)) jsonObject(body)
  if (!old) return body
  if (!isJsonType(contentType) || !isJsonType(old.contentType))
    throw new XapiError(400, 'Only JSON documents are merged')
  return new TextEncoder().encode(textOf({ ...jsonObject(old.body), ...jsonObject(body) }))
}

const refusals = {
  400: 'If-Match or If-None-Match is missing',
  409: 'The document exists: say which version you mean with If-Match',
  412: 'The document is not in the version that If-Match or If-None-Match asks for',
}

function checkPreconditions(kind: DocumentKind, { method, headers }: XapiRequest, old: StoredDocument | null): void {
  const conditions = { ifMatch: headers.get('if-match'), ifNoneMatch: headers.get('if-none-match') }
  const refusal = refusePrecondition({ method, ...conditions, isProfile: kind !== 'state' }, old?.etag ?? null)
  if (refusal) throw new XapiError(refusal, refusals[refusal])
}

const headersOf = (document: StoredDocument) => ({
  'content-type': document.contentType,
  etag: `"${document.etag}"`,
  'last-modified': document.changedAt.toUTCString(),
})

async function read(ctx: Visitor, kind: DocumentKind, scope: DocumentScope, request: XapiRequest): Promise<Response> {
  const documentId = request.query.get(idName(kind))
  const since = readTimestamp(request.query, 'since')
  if (documentId === null) return Response.json(await listDocumentIds(ctx.db, scope, since))
  const document = await findDocument(ctx.db, ctx.files, scope, documentId)
  // Also at the first start of a course; docs/decisions/040-xapi-record-store.md says why it is no empty 200.
  if (!document) throw new XapiError(404, 'There is no such document')
  return new Response(document.body, { headers: headersOf(document) })
}

/**
 * Returns the place of the document that a request names. Without a registration in the scope it is the document
 * without one.
 * @throws XapiError 400 when the document id is missing
 */
export function toDocumentPlace(kind: DocumentKind, scope: DocumentScope, request: XapiRequest): DocumentPlace {
  const documentId = request.query.get(idName(kind))
  if (!documentId) throw new XapiError(400, `${idName(kind)} is missing`)
  return { ...scope, registration: scope.registration ?? '', documentId }
}

/**
 * Whether a request replaces a document of the state resource without `If-Match` and `If-None-Match`. Such a PUT needs
 * no read of the old document: one upsert.
 */
export const isUnconditionalStatePut = (kind: DocumentKind, { method, headers }: XapiRequest) =>
  kind === 'state' && method === 'PUT' && !headers.has('if-match') && !headers.has('if-none-match')

async function attempt(
  ctx: Visitor,
  kind: DocumentKind,
  place: DocumentPlace,
  request: XapiRequest,
): Promise<string | null> {
  const blind = isUnconditionalStatePut(kind, request)
  const old = blind ? null : await findDocument(ctx.db, ctx.files, place, place.documentId)
  checkPreconditions(kind, request, old)
  const document = await toStoredDocument(request, await mergedBody(request, old), ctx.now)
  const expected: WriteCondition = blind ? 'anything' : old ? { etag: old.etag } : 'nothing'
  return (await putDocument(ctx.db, ctx.files, place, document, expected)) ? document.etag : null
}

/** Number of attempts to merge into a document that others change at the same time; then the answer is 412. */
const maxAttempts = 5

async function write(ctx: Visitor, kind: DocumentKind, place: DocumentPlace, request: XapiRequest): Promise<Response> {
  for (let count = 0; count < maxAttempts; count += 1) {
    const etag = await attempt(ctx, kind, place, request)
    if (etag !== null) return new Response(null, { status: 204, headers: { etag: `"${etag}"` } })
  }
  throw new XapiError(412, 'The document has changed')
}

async function remove(ctx: Visitor, kind: DocumentKind, scope: DocumentScope, request: XapiRequest): Promise<Response> {
  if (kind === 'state' && !request.query.has('stateId')) {
    await removeDocuments(ctx.db, ctx.files, scope)
    return new Response(null, { status: 204 })
  }
  const { documentId } = toDocumentPlace(kind, scope, request)
  const isConditional = request.headers.has('if-match') || request.headers.has('if-none-match')
  const old = isConditional ? await findDocument(ctx.db, ctx.files, scope, documentId) : null
  if (isConditional) checkPreconditions(kind, request, old)
  const isRemoved = await removeDocuments(ctx.db, ctx.files, scope, documentId, old?.etag)
  if (old && !isRemoved) throw new XapiError(412, 'The document has changed')
  return new Response(null, { status: 204 })
}

/**
 * Answers a request to the state, activity profile or agent profile resource, and writes the documents that it sends or
 * deletes. The commit fails as `state_quota` beyond the quota.
 * @throws XapiError 400 when a parameter or the content is invalid, 403 when it is outside the launch, 404 when there
 * is no such document, 405 for another method, 409 or 412 when a precondition fails, 413 when the content is too large
 */
export async function documentResource(
  ctx: Visitor,
  kind: DocumentKind,
  request: XapiRequest,
  reach: Reach,
): Promise<Response> {
  const scope = await resolveDocumentScope(kind, request, reach, ctx)
  if (request.method === 'GET' || request.method === 'HEAD') return read(ctx, kind, scope, request)
  if (request.method === 'PUT' || request.method === 'POST')
    return write(ctx, kind, toDocumentPlace(kind, scope, request), request)
  if (request.method === 'DELETE') return remove(ctx, kind, scope, request)
  throw new XapiError(405, 'Method not allowed')
}
