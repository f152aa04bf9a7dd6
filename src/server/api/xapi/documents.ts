import { sha256 } from '#platform/digest.ts'
import type { Visitor } from '../context.ts'
import { agentKey, parsedAgent } from './agent.ts'
import {
  type DocumentScope,
  findDocument,
  listDocumentIds,
  putDocument,
  removeDocuments,
  type StoredDocument,
} from './document-storage.ts'
import { XapiError } from './error.ts'
import type { Launch } from './launch-storage.ts'
import type { XapiRequest } from './request.ts'

type Kind = DocumentScope['kind']

const agentOf = (launch: Launch, origin: string) => `account:${origin}|${launch.userId}`

const required = (query: URLSearchParams, name: string) => {
  const value = query.get(name)
  if (!value) throw new XapiError(400, `${name} is missing`)
  return value
}

/** A launch sees its own person's documents only. */
function ownAgent(request: XapiRequest, launch: Launch, origin: string): string {
  const key = agentKey(parsedAgent(request.query.get('agent')))
  if (key !== agentOf(launch, origin)) throw new XapiError(403, 'The agent is not the person of this launch')
  return key
}

function scopeOf(kind: Kind, request: XapiRequest, launch: Launch, origin: string): DocumentScope {
  return {
    kind,
    activityId: kind === 'agent' ? '' : required(request.query, 'activityId'),
    // The profile of an activity is the person's own too: a launch is no authority on what others are shown.
    agent: kind === 'activity' ? agentOf(launch, origin) : ownAgent(request, launch, origin),
    registration: request.query.get('registration'),
  }
}

const idName = (kind: Kind) => (kind === 'state' ? 'stateId' : 'profileId')

function sinceOf(query: URLSearchParams): Date | null {
  const since = query.get('since')
  if (since === null) return null
  const date = new Date(since)
  if (Number.isNaN(date.getTime())) throw new XapiError(400, 'since is not a timestamp')
  return date
}

const isJson = (contentType: string) => /^application\/json\b/i.test(contentType)

function jsonObject(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Falls through to the refusal: neither text nor shape fits.
  }
  throw new XapiError(400, 'The document is not a JSON object')
}

/** POST merges the top level of two JSON objects; anything else replaces (xAPI 1.0.3, part three, 2.2). */
async function mergedBody(
  request: XapiRequest,
  contentType: string,
  old: StoredDocument | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = await request.body()
  if (request.method !== 'POST') return body
  if (isJson(contentType)) jsonObject(body)
  if (!old) return body
  if (!isJson(contentType) || !isJson(old.contentType)) throw new XapiError(400, 'Only JSON documents are merged')
  return new TextEncoder().encode(JSON.stringify({ ...jsonObject(old.body), ...jsonObject(body) }))
}

/** Profiles are written by many hands, so a blind overwrite is refused (xAPI 1.0.3, part three, 3.1). */
function checkPreconditions(kind: Kind, request: XapiRequest, old: StoredDocument | null): void {
  const match = request.headers.get('if-match')
  const noneMatch = request.headers.get('if-none-match')
  const tags = (text: string) => text.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
  if (match !== null && (!old || (match !== '*' && !tags(match).includes(old.etag))))
    throw new XapiError(412, 'The document has changed')
  if (noneMatch !== null && old && (noneMatch === '*' || tags(noneMatch).includes(old.etag)))
    throw new XapiError(412, 'The document exists')
  if (kind !== 'state' && request.method === 'PUT' && match === null && noneMatch === null) {
    if (old) throw new XapiError(409, 'The document exists: say which version you mean with If-Match')
    throw new XapiError(400, 'If-Match or If-None-Match is missing')
  }
}

const headersOf = (document: StoredDocument) => ({
  'content-type': document.contentType,
  etag: `"${document.etag}"`,
  'last-modified': document.changedAt.toUTCString(),
})

async function read(ctx: Visitor, kind: Kind, scope: DocumentScope, request: XapiRequest): Promise<Response> {
  const documentId = request.query.get(idName(kind))
  if (documentId === null) return Response.json(await listDocumentIds(ctx.db, scope, sinceOf(request.query)))
  const document = await findDocument(ctx.db, ctx.files, scope, documentId)
  if (!document) throw new XapiError(404, 'There is no such document')
  return new Response(request.method === 'HEAD' ? null : document.body, { headers: headersOf(document) })
}

async function write(ctx: Visitor, kind: Kind, scope: DocumentScope, request: XapiRequest): Promise<Response> {
  const documentId = required(request.query, idName(kind))
  const target = { ...scope, registration: scope.registration ?? '' }
  // A plain PUT of state needs no look at what was there: one upsert.
  const blind =
    kind === 'state' &&
    request.method === 'PUT' &&
    !request.headers.has('if-match') &&
    !request.headers.has('if-none-match')
  const old = blind ? null : await findDocument(ctx.db, ctx.files, target, documentId)
  checkPreconditions(kind, request, old)
  const contentType = request.headers.get('content-type') ?? 'application/octet-stream'
  const body = await mergedBody(request, contentType, old)
  const etag = (await sha256(Buffer.from(body).toString('base64'))).slice(0, 40)
  await putDocument(ctx.db, ctx.files, target, documentId, { contentType, etag, body, changedAt: ctx.now })
  return new Response(null, { status: 204, headers: { etag: `"${etag}"` } })
}

async function remove(ctx: Visitor, kind: Kind, scope: DocumentScope, request: XapiRequest): Promise<Response> {
  const documentId =
    kind === 'state' ? (request.query.get('stateId') ?? undefined) : required(request.query, 'profileId')
  if (kind !== 'state' && request.headers.has('if-match')) {
    checkPreconditions(
      kind,
      request,
      await findDocument(ctx.db, ctx.files, scope, required(request.query, 'profileId')),
    )
  }
  await removeDocuments(ctx.db, scope, documentId)
  return new Response(null, { status: 204 })
}

/** The state, activity profile and agent profile resources. */
export function documentResource(ctx: Visitor, kind: Kind, request: XapiRequest, launch: Launch): Promise<Response> {
  const scope = scopeOf(kind, request, launch, ctx.env.PORTAL_ORIGIN)
  if (request.method === 'GET' || request.method === 'HEAD') return read(ctx, kind, scope, request)
  if (request.method === 'PUT' || request.method === 'POST') return write(ctx, kind, scope, request)
  if (request.method === 'DELETE') return remove(ctx, kind, scope, request)
  throw new XapiError(405, 'Method not allowed')
}
