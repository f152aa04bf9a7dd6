import type { Visitor } from '#api/context.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { loadDefinitions } from './activity.ts'
import { putCachedLaunchState } from './cached-launch-state.ts'
import { fetchResource, tokenResponse } from './cmi5/fetch-token.ts'
import { documentResource } from './documents.ts'
import { XapiError } from './error.ts'
import { personResponse } from './person.ts'
import { toQuotaError } from './quota-error.ts'
import { type Reach, resolveReach } from './reach.ts'
import { checkVersion, parseXapiRequest, resources, type XapiRequest } from './request.ts'
import { readIri } from './statement-query.ts'
import { statementResource } from './statements.ts'

/**
 * Content has an opaque origin and sends no cookies, so every origin is allowed; the launch token is the only
 * credential.
 */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, x-experience-api-version, if-match, if-none-match, accept, accept-language, cache-control, pragma',
  'access-control-expose-headers':
    'etag, last-modified, content-type, retry-after, x-experience-api-version, x-experience-api-consistent-through',
  'access-control-max-age': '7200',
}

async function activity(ctx: Visitor, request: XapiRequest, reach: Reach): Promise<Response> {
  const id = readIri(request.query, 'activityId')
  if (id === null) throw new XapiError(400, 'activityId is missing')
  const definition = (await loadDefinitions([id], reach, ctx)).get(id)
  return Response.json({ objectType: 'Activity', id, ...(definition ? { definition } : {}) })
}

async function answerResource(ctx: Visitor, request: XapiRequest): Promise<Response> {
  if (request.resource === 'about') return Response.json({ version: ['1.0.3', '1.0.2', '1.0.1', '1.0.0'] })
  checkVersion(request.headers)
  return (await putCachedLaunchState(ctx, request)) ?? answerCaller(ctx, request)
}

/**
 * Answers with the assumed caller, and starts again on the primary database when the cached launch is no longer live.
 */
async function answerCaller(ctx: Visitor, request: XapiRequest): Promise<Response> {
  const reach = await resolveReach(request, ctx)
  const [outcome] = await Promise.allSettled([callResource(ctx, request, reach)])
  if (!(await reach.isConfirmed())) return answerCaller({ ...ctx, db: ctx.db.onPrimary() }, request)
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

async function callResource(ctx: Visitor, request: XapiRequest, reach: Reach): Promise<Response> {
  if (request.resource === 'statements') return statementResource(ctx, request, reach)
  if (request.resource === 'activities/state') return documentResource(ctx, 'state', request, reach)
  if (request.resource === 'activities/profile') return documentResource(ctx, 'activity', request, reach)
  if (request.resource === 'agents/profile') return documentResource(ctx, 'agent', request, reach)
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new XapiError(405, 'Method not allowed')
  return request.resource === 'agents' ? personResponse(ctx, request, reach) : activity(ctx, request, reach)
}

function failure(error: unknown, ctx: Visitor): Response {
  const xapiError = error instanceof XapiError ? error : (toQuotaError(error) ?? new XapiError(500, 'Internal error'))
  if (xapiError.status === 500) ctx.log.error('xapi.failed', error)
  return Response.json({ error: xapiError.message, requestId: ctx.requestId }, { status: xapiError.status })
}

// Some courses do not know that the endpoint ends with a slash.
const resourceAt = (pathname: string) => /^\/api\/articulate\/+(.+?)\/?$/i.exec(pathname)?.[1]?.toLowerCase()

/** Whether a path belongs to the record store; other paths under /api/articulate are ordinary calls (spec C-13). */
export const isRecordStorePath = (pathname: string) =>
  [...resources, fetchResource].includes(resourceAt(pathname) ?? '')

const answer = async (request: Request, ctx: Visitor) =>
  resourceAt(getRequestUrl(request).pathname) === fetchResource
    ? tokenResponse(ctx, request)
    : answerResource(ctx, await parseXapiRequest(request))

/**
 * Answers one request to the record store, also one that fails: an error becomes its xAPI status and text, and
 * `OPTIONS` gets 204. Never throws. Every response may be read by courses of other origins.
 */
export async function recordStoreResponse(request: Request, ctx: Visitor): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
  let response: Response
  try {
    response = await answer(request, ctx)
  } catch (error) {
    response = failure(error, ctx)
  }
  return withStoreHeaders(response, request, ctx)
}

/**
 * Returns a copy of an answer with the headers that let a course on another origin read it, the xAPI version and the
 * date; not cached unless it says so. Also for an answer of the edge instead of the record store. Without its body for
 * a HEAD request.
 */
export function withStoreHeaders(response: Response, request: Request, ctx: Visitor): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(cors)) headers.set(name, value)
  headers.set('x-experience-api-version', '1.0.3')
  headers.set('x-experience-api-consistent-through', ctx.now.toISOString())
  // Clients that poll for their statements compare with the server's clock, and not every proxy sends this header.
  headers.set('date', ctx.now.toUTCString())
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return new Response(request.method === 'HEAD' ? null : response.body, { status: response.status, headers })
}
