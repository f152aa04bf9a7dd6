import type { Visitor } from '#api/context.ts'
import { healthName } from '#api/foundation/request-metrics/rules.ts'
import { checkHealth, isMonitorToken, isReady, recordRefusal } from '#api/index.ts'
import { Refused } from '#api/refusals.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { withAccessLog } from './access-log.ts'
import { authorizeVisitor } from './authorization.ts'
import { enforceNetworkLimit, networkLimitKey, takeToken } from './rate-limits.ts'
import { refusalResponse } from './refusal-response.ts'
import { loadActor } from './session.ts'
import { parseBearerToken } from './session-cookie.ts'

const noStore = { 'cache-control': 'no-store' }
/**
 * @throws Refused with the codes of `authorizeVisitor` for everybody who is neither a monitor nor a superadministrator.
 */
async function admitOperator(request: Request, ctx: Visitor): Promise<void> {
  if (await isMonitorToken(parseBearerToken(request.headers), ctx.env)) return
  const tokens = await ctx.pageSession.tokens()
  const actors = await Promise.all(tokens.map((token) => loadActor(token, ctx)))
  await authorizeVisitor('superadministrators', actors.find((actor) => actor !== null) ?? null, tokens.length > 0)
}

/** Refused requests of a network in a minute, beyond which it waits: a monitor that is set up right has none. */
const maxRefusedPerMinute = 10

/**
 * Records a refused attempt at the report, with a wrong token as wrong credentials.
 *
 * @throws Refused('too_many_requests') for a network with more than ten in a minute.
 */
function countRefused(request: Request, ctx: Visitor, { code }: Refused): void {
  const isWrongToken = code === 'session_expired' && request.headers.has('authorization')
  const path = getRequestUrl(request).pathname
  recordRefusal(ctx, isWrongToken ? 'wrong_credentials' : code, { call: healthName, path, body: null })
  const network = networkLimitKey(ctx.address)
  const retryAfterSeconds = network ? takeToken(`${network} health refused`, maxRefusedPerMinute, Date.now()) : 0
  if (retryAfterSeconds > 0) throw new Refused('too_many_requests', { details: { retryAfterSeconds } })
}

async function answerDeep(request: Request, ctx: Visitor): Promise<Response> {
  await admitOperator(request, ctx).catch((error: unknown) => {
    if (error instanceof Refused) countRefused(request, ctx, error)
    throw error
  })
  const report = await checkHealth(ctx)
  return Response.json(report, { status: report.ok ? 200 : 503, headers: noStore })
}

async function answerReady(ctx: Visitor): Promise<Response> {
  const ok = await isReady(ctx)
  return new Response(ok ? 'ok' : 'unavailable', { status: ok ? 200 : 503, headers: noStore })
}

async function answer(request: Request, ctx: Visitor): Promise<Response> {
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
    await enforceNetworkLimit(ctx, 'health')
    return await (getRequestUrl(request).pathname === '/health' ? answerReady(ctx) : answerDeep(request, ctx))
  } catch (error) {
    if (error instanceof Refused && error.code === 'too_many_requests')
      recordRefusal(ctx, error.code, { call: healthName, path: '', body: null })
    return refusalResponse(error, ctx)
  }
}

/**
 * Answers `/health` to everybody: 200 when the database can be read, or 503. Answers `/health/deep` to
 * superadministrators and to monitors with `OPERATIONS_TOKEN`: 200 with a report when every check passes, or 503.
 */
export const health = withAccessLog(healthName, ({ pathname }) => /^\/health(\/deep)?$/.test(pathname), answer)
