import type { Visitor } from '#api/context.ts'
import { loadDefinitions } from './activity.ts'
import { namingOrigin } from './agent.ts'
import { listAttachments } from './attachments.ts'
import { XapiError } from './error.ts'
import { streamMultipart } from './multipart.ts'
import type { Reach } from './reach.ts'
import type { XapiRequest } from './request.ts'
import { normalizeContextActivities, type StoredStatement } from './statement.ts'
import { parseStatementBatch } from './statement-body.ts'
import { listActivityIds, parseAcceptLanguage, toCanonicalFormat, toIdsFormat } from './statement-format.ts'
import { readFilter, readFlag, readFormat, readStatementId, readUuid } from './statement-query.ts'
import { findStatement, listStatements } from './statement-storage.ts'
import { storeStatements } from './store-statements.ts'

const isSameId = (value: unknown, id: string) => typeof value !== 'string' || value.toLowerCase() === id.toLowerCase()

async function put(request: XapiRequest, reach: Reach, ctx: Visitor): Promise<Response> {
  const id = readUuid(request.query, 'statementId')
  if (!id) throw new XapiError(400, 'statementId is missing')
  const batch = await parseStatementBatch(request)
  const [statement, ...more] = batch.values
  if (typeof statement !== 'object' || statement === null || Array.isArray(statement) || more.length > 0)
    throw new XapiError(400, 'One statement is expected')
  if ('id' in statement && !isSameId(statement.id, id)) throw new XapiError(400, 'The statement has another id')
  await storeStatements({ ...batch, values: [{ id, ...statement }] }, reach, ctx)
  return new Response(null, { status: 204 })
}

async function post(request: XapiRequest, reach: Reach, ctx: Visitor): Promise<Response> {
  const alien = [...request.query.keys()][0]
  if (alien) throw new XapiError(400, `${alien} does not go with POST`)
  return Response.json(await storeStatements(await parseStatementBatch(request), reach, ctx))
}

async function inFormat(statements: StoredStatement[], request: XapiRequest, reach: Reach, ctx: Visitor) {
  const format = readFormat(request.query)
  if (format === 'exact') return statements
  if (format === 'ids') return statements.map(toIdsFormat)
  const definitions = await loadDefinitions(statements.flatMap(listActivityIds), reach, ctx)
  const languages = parseAcceptLanguage(request.headers.get('accept-language'))
  return statements.map((statement) => toCanonicalFormat(statement, languages, definitions))
}

/** Answers with JSON, or with multipart content when attachments are requested. */
async function answer(
  body: unknown,
  statements: StoredStatement[],
  request: XapiRequest,
  ctx: Visitor,
): Promise<Response> {
  const newest = statements
    .map(({ stored }) => stored)
    .sort()
    .at(-1)
  const headers: Record<string, string> = newest ? { 'last-modified': new Date(newest).toUTCString() } : {}
  if (!readFlag(request.query, 'attachments')) return Response.json(body, { headers })
  const boundary = `statements-${ctx.newId()}`
  const attachments = await listAttachments(
    ctx.db,
    statements.map(({ id }) => id),
  )
  const bySum = new Map(attachments.map((one) => [one.sha2, one]))
  const json = new TextEncoder().encode(JSON.stringify(body))
  const stream = streamMultipart(boundary, [
    { headers: { 'Content-Type': 'application/json' }, content: async () => json },
    ...[...bySum.values()].map(({ sha2, contentType, fileKey }) => ({
      headers: {
        'Content-Type': contentType,
        'Content-Transfer-Encoding': 'binary',
        'X-Experience-API-Hash': sha2,
      },
      content: async () => (await (await ctx.files.get(fileKey))?.bytes()) ?? null,
    })),
  ])
  return new Response(stream, { headers: { ...headers, 'content-type': `multipart/mixed; boundary=${boundary}` } })
}

const scopeOf = ({ launch }: Reach, { env }: Visitor) => ({ launch, origin: namingOrigin(env) })

async function answerOne(query: { id: string; voided: boolean }, request: XapiRequest, reach: Reach, ctx: Visitor) {
  const row = await findStatement(ctx.db, query.id, scopeOf(reach, ctx))
  if (!row || row.voided !== query.voided) throw new XapiError(404, 'There is no such statement')
  const stored = normalizeContextActivities(row.statement)
  const [statement] = await inFormat([stored], request, reach, ctx)
  return answer(statement, [stored], request, ctx)
}

function moreOf(query: URLSearchParams, lastSequence: number): string {
  const next = new URLSearchParams(query)
  next.set('cursor', String(lastSequence))
  return `/api/articulate/statements?${next.toString()}`
}

async function get(request: XapiRequest, reach: Reach, ctx: Visitor): Promise<Response> {
  const single = readStatementId(request.query)
  if (single) return answerOne(single, request, reach, ctx)
  const filter = readFilter(request.query, reach, namingOrigin(ctx.env))
  const rows = await listStatements(ctx.db, filter, scopeOf(reach, ctx))
  const page = rows.slice(0, filter.limit)
  const last = page.at(-1)
  const more = rows.length > filter.limit && last ? moreOf(request.query, last.sequence) : ''
  const stored = page.map(({ statement }) => normalizeContextActivities(statement))
  return answer({ statements: await inFormat(stored, request, reach, ctx), more }, stored, request, ctx)
}

/**
 * Answers a request to the statements resource, and stores those that it sends as `storeStatements` does.
 * @throws XapiError 400 when the request or a statement is invalid, 403 when it is outside the launch, 404 when there
 * is no such statement, 405 for another method, 409 when an id is taken, 413 when the content is too large
 */
export async function statementResource(ctx: Visitor, request: XapiRequest, reach: Reach): Promise<Response> {
  if (request.method === 'PUT') return put(request, reach, ctx)
  if (request.method === 'POST') return post(request, reach, ctx)
  if (request.method === 'GET' || request.method === 'HEAD') return get(request, reach, ctx)
  throw new XapiError(405, 'Method not allowed')
}
