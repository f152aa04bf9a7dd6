import type { Call } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { healthName } from '#api/foundation/request-metrics/rules.ts'
import { checkHealth, isReady } from '#api/index.ts'
import { sha256 } from '#platform/digest.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { withAccessLog } from './access-log.ts'
import { authorize } from './authorization.ts'
import { enforceRateLimit, networkLimitKey } from './rate-limits.ts'
import { refusalResponse } from './refusal-response.ts'
import { loadActor } from './session.ts'
import { parseBearerToken } from './session-cookie.ts'

const noStore = { 'cache-control': 'no-store' }
const minTokenLength = 32

/** Whether a monitor sends the secret `OPERATIONS_TOKEN`; a shorter one than 32 characters admits nobody. */
async function isMonitor({ headers }: Request, { OPERATIONS_TOKEN: secret = '' }: Env): Promise<boolean> {
  const token = parseBearerToken(headers)
  // Digests of equal length take equally long to compare, whatever they have in common.
  return token !== null && secret.length >= minTokenLength && (await sha256(token)) === (await sha256(secret))
}

const forOperators: Pick<Call, 'who'> = { who: 'superadministrators' }

/** @throws Refused with the codes of `authorize` for everybody who is neither a monitor nor a superadministrator. */
async function admitOperator(request: Request, ctx: Visitor): Promise<void> {
  if (await isMonitor(request, ctx.env)) return
  const tokens = await ctx.pageSession.tokens()
  const actors = await Promise.all(tokens.map((token) => loadActor(token, ctx)))
  await authorize(forOperators, {
    actor: actors.find((actor) => actor !== null) ?? null,
    hadToken: tokens.length > 0,
    activeFeatures: async () => [],
    hasRecentProof: async () => false,
  })
}

async function answerDeep(request: Request, ctx: Visitor): Promise<Response> {
  await admitOperator(request, ctx)
  const report = await checkHealth(ctx)
  return Response.json(report, { status: report.ok ? 200 : 503, headers: noStore })
}

async function answerReady(ctx: Visitor): Promise<Response> {
  const ok = await isReady(ctx)
  return new Response(ok ? 'ok' : 'unavailable', { status: ok ? 200 : 503, headers: noStore })
}

async function answer(request: Request, ctx: Visitor): Promise<Response> {
  const network = networkLimitKey(ctx.address)
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
    if (network) await enforceRateLimit(ctx.env, `${network} health`)
    return await (getRequestUrl(request).pathname === '/health' ? answerReady(ctx) : answerDeep(request, ctx))
  } catch (error) {
    return refusalResponse(error, ctx)
  }
}

/**
 * Answers `/health` to everybody: 200 when the database can be read, or 503. Answers `/health/deep` to
 * superadministrators and to monitors with `OPERATIONS_TOKEN`: 200 with a report when every check passes, or 503.
 */
export const health = withAccessLog(healthName, ({ pathname }) => /^\/health(\/deep)?$/.test(pathname), answer)
