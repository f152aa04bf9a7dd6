import type { Visitor } from '#api/context.ts'
import { isPaymentFrameHost, respondTooManyRequests, servePaymentFrame } from '#api/index.ts'
import { urlOf } from '#platform/request-url.ts'
import { answerLogged } from './access-log.ts'
import { addressKey, withinLimits } from './rate-limits.ts'
import { refusalResponse } from './refusal-response.ts'
import { noteRefusal } from './refused-attempts.ts'

async function answer(request: Request, ctx: Visitor): Promise<Response> {
  const network = addressKey(ctx.address)
  try {
    if (network) await withinLimits(ctx.env, `${network} payment-frame`)
  } catch (error) {
    noteRefusal(ctx, 'too_many_requests', { call: 'payment frame', path: urlOf(request).pathname, body: null })
    return respondTooManyRequests(ctx, Number(refusalResponse(error, ctx).headers.get('retry-after')))
  }
  return servePaymentFrame(request, ctx)
}

/** Serves the host of payment frames, with a rate limit for each network. */
export const paymentFrame = answerLogged('payment-frame', ({ host }, _, env) => isPaymentFrameHost(host, env), answer)
