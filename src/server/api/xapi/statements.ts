import type { Visitor } from '../context.ts'
import { agentKey, parsedAgent } from './agent.ts'
import { XapiError } from './error.ts'
import type { Launch } from './launch-storage.ts'
import type { XapiRequest } from './request.ts'
import { findStatement, listStatements, type StatementFilter } from './statement-storage.ts'
import { storeStatements } from './store-statements.ts'

const mostPerPage = 100

/** D1 takes 2 MB a row, and the rows that follow from a batch must fit in one transaction. */
const mostBytes = 1_048_576

async function bodyJson(request: XapiRequest): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/mixed')) throw new XapiError(400, 'Statements with attachments are not received here')
  const bytes = await request.body()
  if (bytes.length > mostBytes) throw new XapiError(413, 'The statements are too large')
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new XapiError(400, 'The content is not JSON')
  }
}

async function put(request: XapiRequest, launch: Launch, ctx: Visitor): Promise<Response> {
  const id = request.query.get('statementId')
  if (!id) throw new XapiError(400, 'statementId is missing')
  const given = await bodyJson(request)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new XapiError(400, 'One statement is expected')
  if ('id' in given && given.id !== id) throw new XapiError(400, 'The statement has another id')
  await storeStatements([{ ...given, id }], launch, ctx)
  return new Response(null, { status: 204 })
}

async function post(request: XapiRequest, launch: Launch, ctx: Visitor): Promise<Response> {
  if (request.query.has('statementId')) throw new XapiError(400, 'statementId belongs to PUT')
  const given = await bodyJson(request)
  return Response.json(await storeStatements(Array.isArray(given) ? given : [given], launch, ctx))
}

function dateOf(query: URLSearchParams, name: string): Date | null {
  const text = query.get(name)
  if (text === null) return null
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new XapiError(400, `${name} is not a timestamp`)
  return date
}

function filterOf({ query }: XapiRequest, launch: Launch, ctx: Visitor): StatementFilter {
  const agent = query.get('agent')
  if (agent && agentKey(parsedAgent(agent)) !== `account:${ctx.env.PORTAL_ORIGIN}|${launch.userId}`) {
    throw new XapiError(403, 'The agent is not the person of this launch')
  }
  const limit = Number(query.get('limit') ?? 0)
  if (!Number.isInteger(limit) || limit < 0) throw new XapiError(400, 'limit is not a whole number')
  return {
    userId: launch.userId,
    verb: query.get('verb'),
    activityId: query.get('activity'),
    registration: query.get('registration'),
    since: dateOf(query, 'since'),
    until: dateOf(query, 'until'),
    ascending: query.get('ascending') === 'true',
    limit: limit === 0 ? mostPerPage : Math.min(limit, mostPerPage),
    cursor: query.has('cursor') ? Number(query.get('cursor')) : null,
  }
}

function moreOf(query: URLSearchParams, lastSequence: number): string {
  const next = new URLSearchParams(query)
  next.set('cursor', String(lastSequence))
  return `/api/articulate/statements?${next.toString()}`
}

async function one(request: XapiRequest, launch: Launch, ctx: Visitor): Promise<Response> {
  const voidedId = request.query.get('voidedStatementId')
  const row = await findStatement(ctx.db, request.query.get('statementId') ?? voidedId ?? '', launch.userId)
  if (!row || row.voided !== (voidedId !== null)) throw new XapiError(404, 'There is no such statement')
  return Response.json(row.statement, { headers: { 'last-modified': row.storedAt.toUTCString() } })
}

async function get(request: XapiRequest, launch: Launch, ctx: Visitor): Promise<Response> {
  if (request.query.has('statementId') || request.query.has('voidedStatementId')) return one(request, launch, ctx)
  const filter = filterOf(request, launch, ctx)
  const rows = await listStatements(ctx.db, filter)
  const page = rows.slice(0, filter.limit)
  const last = page.at(-1)
  const more = rows.length > page.length && last ? moreOf(request.query, last.sequence) : ''
  return Response.json({ statements: page.map((row) => row.statement), more })
}

/** The statements resource; a launch sees its own person's statements only. */
export async function statementResource(ctx: Visitor, request: XapiRequest, launch: Launch): Promise<Response> {
  if (request.method === 'PUT') return put(request, launch, ctx)
  if (request.method === 'POST') return post(request, launch, ctx)
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new XapiError(405, 'Method not allowed')
  const response = await get(request, launch, ctx)
  response.headers.set('x-experience-api-consistent-through', ctx.now.toISOString())
  return response
}
