import type { Visitor } from '#api/context.ts'
import { isPaymentFrameHost, recordRefusal, respondTooManyRequests, servePaymentFrame } from '#api/index.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { withAccessLog } from './access-log.ts'
import { enforceNetworkLimit } from './rate-limits.ts'
import { refusalResponse } from './refusal-response.ts'

async function answer(request: Request, ctx: Visitor): Promise<Response> {
  try {
    await enforceNetworkLimit(ctx, 'payment-frame')
  } catch (error) {
    const { pathname: path } = getRequestUrl(request)
    recordRefusal(ctx, 'too_many_requests', { call: 'payment frame', path, body: null })
    return respondTooManyRequests(ctx, Number(refusalResponse(error, ctx).headers.get('retry-after')))
  }
  return servePaymentFrame(request, ctx)
}

/**
 * Serves the host of payment frames, with a rate limit for each network; beyond it a page with status 429. Passes on
 * requests to other hosts.
 */
export const paymentFrame = withAccessLog('payment-frame', ({ host }, _, env) => isPaymentFrameHost(host, env), answer)
