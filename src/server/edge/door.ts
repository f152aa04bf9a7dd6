import { Hono } from 'hono'
import type { Visitor } from '#api/context.ts'
import {
  contentResponse,
  frameTooBusy,
  isContentHost,
  isPaymentFrame,
  isRecordStorePath,
  paymentFrameResponse,
  recordStoreResponse,
  withStoreHeaders,
} from '#api/index.ts'
import { Refused } from '#api/refusals.ts'
import { urlOf } from '#platform/request-url.ts'
import { documentResponse } from './documents.ts'
import { setEverywhere, setOnAnything, setOnCalls, setRoundTrips, toldRoundTrips } from './headers.ts'
import { addressKey, withinLimits } from './limits.ts'
import { limitPaymentFrame, limitRecordStore } from './limits-beside-calls.ts'
import { isLine, lineResponse } from './listen.ts'
import { localeResponse } from './locales.ts'
import { noteRefusal } from './note-refusal.ts'
import { policyReportPath, policyReportResponse } from './policy-reports.ts'
import { readRest } from './read-rest.ts'
import { refusalResponse } from './refusal-response.ts'
import { addressOf, contextOf, type RequestFacts, requestIdOf } from './request-context.ts'
import { apiResponse } from './respond.ts'
import { isTwisted } from './screens.ts'
import { settle } from './settle.ts'

/** Everything the Worker answers except pages: calls, texts, uploaded content, the record store, runners’ lines, health. */
export const door = new Hono<{ Bindings: Env }>()

type Answering = (request: Request, ctx: Visitor) => Promise<Response>

/** What brings headers of its own gets a number, a line in the log and nothing else. */
async function traced(kind: string, facts: RequestFacts, answering: Answering): Promise<Response> {
  const ctx = contextOf(facts)
  const given = await answering(facts.request, ctx)
  await settle(ctx)
  const response = new Response(given.body, given)
  setOnAnything(response.headers, urlOf(facts.request))
  response.headers.set('x-request-id', ctx.requestId)
  setRoundTrips(response.headers, toldRoundTrips(ctx))
  ctx.log.info(kind, {
    method: facts.request.method,
    status: response.status,
    ms: Date.now() - ctx.now.getTime(),
    roundTrips: ctx.db.roundTrips(),
  })
  return response
}

/** Answers the record store's requests, within its limits. */
async function limitedStore(request: Request, ctx: Visitor): Promise<Response> {
  try {
    await limitRecordStore(request, ctx)
  } catch (error) {
    noteRefusal(ctx, 'too_many_requests', { call: 'record store', path: urlOf(request).pathname, body: null })
    return withStoreHeaders(refusalResponse(error, ctx), request, ctx)
  }
  return recordStoreResponse(request, ctx)
}

/** Answers on the host of payment frames, within its limits. */
async function limitedFrame(request: Request, ctx: Visitor): Promise<Response> {
  try {
    await limitPaymentFrame(ctx)
  } catch (error) {
    noteRefusal(ctx, 'too_many_requests', { call: 'payment frame', path: urlOf(request).pathname, body: null })
    return frameTooBusy(ctx, Number(refusalResponse(error, ctx).headers.get('retry-after')))
  }
  return paymentFrameResponse(request, ctx)
}

/** The few answers that need neither session nor call. */
async function plainResponse(request: Request, url: URL): Promise<Response | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const found = (await localeResponse(request)) ?? (await documentResponse(url))
  if (found) setEverywhere(found.headers, { url, requestId: requestIdOf(request.headers), roundTrips: 0 })
  return found
}

const pageMethods = ['GET', 'HEAD', 'POST']

/** Pages are read, and forms are sent to some; they know nothing else, whatever the framework would make of it. */
function wrongMethod(facts: RequestFacts, url: URL): Response | null {
  if (pageMethods.includes(facts.request.method)) return null
  const ctx = contextOf(facts)
  const refusal = new Refused('method_not_allowed', { details: { allowed: pageMethods } })
  const response = refusalResponse(refusal, ctx)
  setEverywhere(response.headers, { url, requestId: ctx.requestId, roundTrips: 0 })
  setOnCalls(response.headers)
  return response
}

/** Pages are limited here; calls count themselves, with the person too. */
async function tooMany(facts: RequestFacts): Promise<Response | null> {
  const key = addressKey(addressOf(facts.request.headers))
  if (!key) return null
  try {
    await withinLimits(facts.env, `${key} pages`)
    return null
  } catch (error) {
    const ctx = contextOf(facts)
    noteRefusal(ctx, 'too_many_requests', { call: 'page', path: urlOf(facts.request).pathname, body: null })
    return refusalResponse(error, ctx)
  }
}

/** An answer goes out when the question has been read, also one that was refused by its first line. */
async function readFirst({ request }: RequestFacts, answering: Promise<Response>): Promise<Response> {
  const response = await answering
  await readRest(request)
  return response
}

/** The framework decodes an address before a page can refuse it: one that cannot be decoded is asked for as nowhere. */
const readable = (request: Request, url: URL) =>
  isTwisted(url.pathname) ? new Request(new URL('/404', url), request) : request

// Content is told by its host alone, before anything of the portal: what it serves must never share an origin with us.
door.use(async (c, next) => {
  const url = urlOf(c.req.raw)
  const facts: RequestFacts = { request: c.req.raw, env: c.env, after: (work) => c.executionCtx.waitUntil(work) }
  if (isPaymentFrame(url.host, c.env)) return traced('payment-frame', facts, limitedFrame)
  if (isContentHost(url.host, c.env.CONTENT_ORIGIN)) return traced('content', facts, contentResponse)
  if (isRecordStorePath(url.pathname)) return readFirst(facts, traced('record-store', facts, limitedStore))
  if (isLine(c.req.raw, url)) return traced('line', facts, lineResponse)
  if (url.pathname === policyReportPath) return readFirst(facts, traced('policy-report', facts, policyReportResponse))
  const plain = await plainResponse(c.req.raw, url)
  if (plain) return plain
  // The specification writes paths in mixed case, so the prefix is matched without regard to it too.
  if (/^\/api\//i.test(url.pathname)) return readFirst(facts, apiResponse(facts))
  const refused = wrongMethod(facts, url) ?? (await tooMany(facts))
  c.req.raw = readable(c.req.raw, url)
  return refused ?? next()
})

door.get('/health', (c) => c.text('ok'))
