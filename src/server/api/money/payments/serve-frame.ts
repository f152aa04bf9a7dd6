import type { Visitor } from '#api/context.ts'
import { offersSwish } from '#api/payment-instruments.ts'
import { moneyText } from '#locales/money.ts'
import { type Translate, translator } from '#locales/translate.ts'
import {
  cardScript,
  frameStyle,
  renderCardFrame,
  renderLocalFrame,
  renderOverFrame,
  renderReturnFrame,
  renderReturnScript,
  stripeScript,
} from './frame-markup.ts'
import { findLocalPayment } from './local-storage.ts'
import { type LocalAnswer, saveLocalAnswer } from './providers/local-provider.ts'
import { configuredProvider } from './rules.ts'

const stripeSources = {
  scripts: `${new URL(stripeScript).origin} https://*.js.stripe.com`,
  frames: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://checkout.stripe.com',
  connects: 'https://api.stripe.com https://checkout.stripe.com',
  images: 'https://*.stripe.com',
}

/**
 * Returns the content security policy of the frame: it loads only the provider's sources, when Stripe is configured,
 * and only the portal may frame it.
 */
function contentSecurityPolicy({ env }: Visitor): string {
  const has = (sources: string) => (configuredProvider(env) === 'stripe' ? ` ${sources}` : '')
  return [
    "default-src 'none'",
    `script-src 'self'${has(stripeSources.scripts)}`,
    "style-src 'self'",
    `frame-src${has(stripeSources.frames) || " 'none'"}`,
    `connect-src${has(stripeSources.connects) || " 'none'"}`,
    `img-src${has(stripeSources.images) || " 'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${env.PORTAL_ORIGIN}`,
  ].join('; ')
}

const respond = (ctx: Visitor, text: string, type: string, status = 200) =>
  new Response(text, {
    status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': contentSecurityPolicy(ctx),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  })

/**
 * Returns a 429 response with a plain text in the caller's language for the payment frame, and the `seconds` to wait in
 * `retry-after`.
 */
export function respondTooManyRequests(ctx: Visitor, seconds: number): Response {
  const response = respond(ctx, translator(ctx.language, 'refusals')('too_many_requests'), 'text/plain', 429)
  response.headers.set('retry-after', String(seconds))
  return response
}

interface FrameRequest {
  request: Request
  url: URL
  language: string
  t: Translate
}

const respondHtml = (ctx: Visitor, text: string, status = 200) => respond(ctx, text, 'text/html', status)

const answers: readonly string[] = ['pay', 'swish', 'delay', 'refuse'] satisfies LocalAnswer[]
const isLocalAnswer = (text: string): text is LocalAnswer => answers.includes(text)

/** Serves the local provider's page and records the answer of its form; only while that provider is configured. */
async function serveLocalFrame(
  ctx: Visitor,
  { request, language, t }: FrameRequest,
  reference: string,
): Promise<Response> {
  const stored = configuredProvider(ctx.env) === 'local' ? await findLocalPayment(ctx.db, reference) : null
  if (stored?.state !== 'open') return respondHtml(ctx, renderOverFrame(language, t), stored ? 200 : 404)
  if (request.method !== 'POST')
    return respondHtml(
      ctx,
      renderLocalFrame(language, t, {
        amount: moneyText(stored.amountMinor / 100, language),
        offersSwish: offersSwish(ctx.env),
      }),
    )
  const answer = String((await request.formData()).get('answer') ?? '')
  if (answer === 'swish' && !offersSwish(ctx.env)) return respondHtml(ctx, renderOverFrame(language, t), 404)
  if (isLocalAnswer(answer)) await saveLocalAnswer(ctx, reference, answer)
  const query = new URLSearchParams({
    payment: stored.paymentId,
    language,
    ...(isLocalAnswer(answer) ? {} : { closed: '1' }),
  })
  return new Response(null, { status: 303, headers: { location: `/returned?${query}` } })
}

function serveReturnedFrame(ctx: Visitor, { url, language, t }: FrameRequest): Response {
  const isClosed = url.searchParams.has('closed')
  const id = /^[\da-f-]{36}$/i.exec(url.searchParams.get('payment') ?? '')?.[0] ?? ''
  const address = `${ctx.env.PORTAL_ORIGIN}/betalning/${isClosed ? '' : 'pending/'}${id}`
  return respondHtml(ctx, renderReturnFrame(language, t, { address, isClosed }))
}

/**
 * Serves the host of the payment frames, which has no session: card form, return page, scripts and, while it is
 * configured, the local provider's page, whose form saves the payer's answer. The language is that of the parameter
 * `language`, else Swedish. Answers 404 for other paths and 405 for other methods, both with a page that says that the
 * payment is over.
 */
export async function servePaymentFrame(request: Request, ctx: Visitor): Promise<Response> {
  const url = new URL(request.url)
  const language = url.searchParams.get('language') === 'en' ? 'en' : 'sv'
  const frame = { request, url, language, t: translator(language, 'payments') }
  const [, reference] = /^\/local\/(local_[\w-]{43})$/.exec(url.pathname) ?? []
  if (reference && ['GET', 'POST'].includes(request.method)) return serveLocalFrame(ctx, frame, reference)
  if (request.method !== 'GET') return respondHtml(ctx, renderOverFrame(language, frame.t), 405)
  if (url.pathname === '/card') return respondHtml(ctx, renderCardFrame(language, frame.t))
  if (url.pathname === '/returned') return serveReturnedFrame(ctx, frame)
  if (url.pathname === '/card.js') return respond(ctx, cardScript, 'text/javascript')
  if (url.pathname === '/returned.js') return respond(ctx, renderReturnScript(ctx.env.PORTAL_ORIGIN), 'text/javascript')
  if (url.pathname === '/frame.css') return respond(ctx, frameStyle, 'text/css')
  return respondHtml(ctx, renderOverFrame(language, frame.t), 404)
}
