import { sha256 } from '#platform/digest.ts'
import type { Visitor } from '../context.ts'
import { agentKey, parsedAgent } from './agent.ts'
import { documentResource } from './documents.ts'
import { XapiError } from './error.ts'
import { findLaunch, type Launch } from './launch-storage.ts'
import { checkVersion, resources, type XapiRequest, xapiRequestOf } from './request.ts'
import { findActivityDefinition } from './statement-storage.ts'
import { statementResource } from './statements.ts'

/** Content has an opaque origin and sends no cookies, so every origin may ask; the launch token is the only key. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, x-experience-api-version, if-match, if-none-match, accept, accept-language, cache-control, pragma',
  'access-control-expose-headers':
    'etag, last-modified, content-type, x-experience-api-version, x-experience-api-consistent-through',
  'access-control-max-age': '7200',
}

async function launchOf(request: XapiRequest, ctx: Visitor): Promise<Launch> {
  const [scheme, token] = (request.headers.get('authorization') ?? '').split(' ')
  const launch =
    scheme?.toLowerCase() === 'bearer' && token ? await findLaunch(ctx.db, await sha256(token), ctx.now) : null
  if (!launch) throw new XapiError(401, 'The launch is unknown or too old')
  return launch
}

async function activity(ctx: Visitor, request: XapiRequest, launch: Launch): Promise<Response> {
  const id = request.query.get('activityId')
  if (!id) throw new XapiError(400, 'activityId is missing')
  const definition = await findActivityDefinition(ctx.db, id, launch.userId)
  return Response.json({ objectType: 'Activity', id, ...(definition ? { definition } : {}) })
}

function person(ctx: Visitor, request: XapiRequest, launch: Launch): Response {
  const agent = parsedAgent(request.query.get('agent'))
  const isOwn = agentKey(agent) === `account:${ctx.env.PORTAL_ORIGIN}|${launch.userId}`
  return Response.json({
    objectType: 'Person',
    ...(isOwn ? { name: [launch.personName] } : {}),
    ...(agent.account ? { account: [agent.account] } : {}),
    ...(agent.mbox ? { mbox: [agent.mbox] } : {}),
  })
}

async function answered(ctx: Visitor, request: XapiRequest): Promise<Response> {
  if (request.resource === 'about') return Response.json({ version: ['1.0.3', '1.0.2', '1.0.1', '1.0.0'] })
  checkVersion(request.headers)
  const launch = await launchOf(request, ctx)
  if (request.resource === 'statements') return statementResource(ctx, request, launch)
  if (request.resource === 'activities/state') return documentResource(ctx, 'state', request, launch)
  if (request.resource === 'activities/profile') return documentResource(ctx, 'activity', request, launch)
  if (request.resource === 'agents/profile') return documentResource(ctx, 'agent', request, launch)
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new XapiError(405, 'Method not allowed')
  return request.resource === 'agents' ? person(ctx, request, launch) : activity(ctx, request, launch)
}

function failure(error: unknown, ctx: Visitor): Response {
  const known = error instanceof XapiError ? error : new XapiError(500, 'Internal error')
  if (!(error instanceof XapiError)) ctx.log.error('xapi.failed', error)
  return Response.json({ error: known.message, requestId: ctx.requestId }, { status: known.status })
}

/** Whether a path is the record store's own; its neighbours under /api/articulate are ordinary calls (gaps C-13). */
export const isRecordStorePath = (pathname: string) =>
  resources.includes(/^\/api\/articulate\/(.+?)\/?$/i.exec(pathname)?.[1]?.toLowerCase() ?? '')

/** Answers one request to the record store. */
export async function recordStoreResponse(request: Request, ctx: Visitor): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
  let response: Response
  try {
    response = await answered(ctx, await xapiRequestOf(request))
  } catch (error) {
    response = failure(error, ctx)
  }
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(cors)) headers.set(name, value)
  headers.set('x-experience-api-version', '1.0.3')
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}
