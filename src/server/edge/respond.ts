import type { Visitor } from '#api/context.ts'
import { hasJustSignedIn, recordMachineCall, router } from '#api/index.ts'
import { Refused } from '#api/refusals.ts'
import type { Match, Router } from '#api/router.ts'
import { urlOf } from '#platform/request-url.ts'
import { unchecked } from '../../unchecked.ts'
import type { Asked } from './answer.ts'
import { responseOf } from './answer-response.ts'
import { actorFor, authorize } from './authorize.ts'
import { limited } from './body.ts'
import { writeBrowserKey } from './browser-key.ts'
import { setEverywhere, setOnCalls, toldRoundTrips } from './headers.ts'
import { writeKnownDevices } from './known-devices.ts'
import { addressKey, withinLimits } from './limits.ts'
import { noteRefusal } from './note-refusal.ts'
import { checkOrigin } from './own-origin.ts'
import { writePageSession } from './page-session.ts'
import { activeFeatures } from './portal.ts'
import { addressOfQuestion } from './question.ts'
import { refusalFrom, refusalResponse } from './refusal-response.ts'
import { onceOnly } from './repeat.ts'
import { contextFor, contextOf, type RequestFacts } from './request-context.ts'
import { type Caller, callerBehind } from './session.ts'
import { announce, settle } from './settle.ts'
import { isForwarded } from './upstream.ts'
import { inputOf, queryOf } from './validate.ts'

/** What the log line of a request tells; filled in as the request gets on. */
interface Trace {
  ctx: Visitor
  call: string | null
  isConfirmed: Caller['isConfirmed']
  /** What the call was sent, once it has been read. */
  body: unknown
  refusal: Refused | null
}

const methodOf = (request: Request) => (request.method === 'HEAD' ? 'GET' : request.method)

function matchOf(calls: Router, method: string, path: string): Match {
  const match = calls.find(method, path)
  if (match) return match
  const allowed = calls.methodsAt(path)
  throw allowed.length > 0 ? new Refused('method_not_allowed', { details: { allowed } }) : new Refused('not_found')
}

/** A call that is the same for all costs no look at the session. */
const isImpersonal = ({ call }: Match['served']) =>
  call.who === 'anyone' && typeof call.cache === 'object' && call.cache.audience === 'everyone'

async function personFor(match: Match, request: Request, trace: Trace): Promise<void> {
  const visitor = trace.ctx
  const isKnown = !isImpersonal(match.served) && request.headers.has('authorization')
  const caller = isKnown ? await callerBehind(request, visitor) : null
  if (caller) trace.isConfirmed = caller.isConfirmed
  const ctx = contextFor(visitor, caller?.actor ?? null)
  trace.ctx = ctx
  if (ctx.actor) await withinLimits(ctx.env, `person ${ctx.actor.id}`)
  if (ctx.actor?.integration) await recordMachineCall(ctx, match.served.name, urlOf(request).pathname)
  const { call } = match.served
  await authorize(call, {
    actor: ctx.actor,
    hadToken: isKnown,
    activeFeatures: () => activeFeatures(ctx),
    hasRecentProof: async () => ctx.actor !== null && hasJustSignedIn({ ...ctx, actor: ctx.actor }),
  })
  trace.ctx = { ...ctx, actor: actorFor(call, ctx.actor) }
}

/** Another origin reads and checks the body itself: here it is only passed on. */
async function askedOf(match: Match, request: Request, ctx: Visitor): Promise<Asked> {
  const { call } = match.served
  const search = urlOf(request).searchParams
  const address = () => addressOfQuestion(match, queryOf(search))
  const own = limited(request, call)
  if (isForwarded({ address }, ctx.env)) {
    return {
      match,
      address,
      input: { params: unchecked<never>({}), query: {}, body: undefined, file: null, request: own },
    }
  }
  return { match, address, input: await inputOf(call, match.params, search, own, ctx.language) }
}

async function answered(match: Match, request: Request, trace: Trace): Promise<Response> {
  const { ctx } = trace
  const { call } = match.served
  const asked = await askedOf(match, request, ctx)
  trace.body = asked.input.body
  const answer = await onceOnly(asked, ctx)
  const isWrite = methodOf(request) !== 'GET'
  if (isWrite) ctx.changes.push(...(call.changes ?? []))
  const tags = await settle(ctx)
  const response = await responseOf(answer, { request, call, ctx })
  if (isWrite) announce(response.headers, ctx, tags)
  const url = urlOf(request)
  await writePageSession(ctx, url, response.headers)
  writeBrowserKey(ctx, url, response.headers)
  writeKnownDevices(ctx, url, response.headers)
  return response
}

async function respond({ request }: RequestFacts, calls: Router, trace: Trace): Promise<Response> {
  const visitor = trace.ctx
  const address = addressKey(visitor.address)
  if (address) await withinLimits(visitor.env, address)
  const match = matchOf(calls, methodOf(request), urlOf(request).pathname.replace(/^\/api/i, ''))
  trace.call = match.served.name
  checkOrigin(match.served, request, visitor.requestOrigin)
  await personFor(match, request, trace)
  return answered(match, request, trace)
}

function finished(response: Response, { request }: RequestFacts, { ctx, call, body, refusal }: Trace): Response {
  const { headers, status } = response
  setEverywhere(headers, { url: urlOf(request), requestId: ctx.requestId, roundTrips: toldRoundTrips(ctx) })
  setOnCalls(headers)
  ctx.log.info('call', {
    method: request.method,
    call,
    status,
    ms: Date.now() - ctx.now.getTime(),
    roundTrips: ctx.db.roundTrips(),
    cache: headers.get('cache-status'),
    personId: ctx.actor?.id ?? null,
  })
  if (refusal) {
    const { pathname: path } = urlOf(request)
    noteRefusal(ctx, refusal.code, { call: call ?? 'unknown', path, body })
  }
  return request.method === 'HEAD' ? new Response(null, { status, headers }) : response
}

async function attempt(facts: RequestFacts, calls: Router, trace: Trace): Promise<Response> {
  try {
    return await respond(facts, calls, trace)
  } catch (error) {
    trace.refusal = refusalFrom(error, trace.ctx)
    return refusalResponse(trace.refusal, trace.ctx)
  }
}

/** Answers one request to `/api`. When the session row says something new, what was done so far is done again by its word. */
export async function apiResponse(facts: RequestFacts, calls: Router = router): Promise<Response> {
  const trace: Trace = {
    ctx: contextOf(facts),
    call: null,
    isConfirmed: async () => true,
    body: undefined,
    refusal: null,
  }
  const response = await attempt(facts, calls, trace)
  try {
    return (await trace.isConfirmed()) ? finished(response, facts, trace) : await apiResponse(facts, calls)
  } catch (error) {
    return finished(refusalResponse(error, trace.ctx), facts, trace)
  }
}
