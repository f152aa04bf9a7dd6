import type { Visitor } from '#api/context.ts'
import { moneyText } from '#locales/money.ts'
import { type Translate, translator } from '#locales/translate.ts'
import {
  cardFrame,
  cardScript,
  frameStyle,
  localFrame,
  overFrame,
  returnedFrame,
  returnedScript,
  stripeScript,
} from './frame-markup.ts'
import { findLocal } from './local-storage.ts'
import { answerLocally, type LocalAnswer } from './providers/local-provider.ts'
import { providerKey } from './rules.ts'

const ofStripe = {
  scripts: `${new URL(stripeScript).origin} https://*.js.stripe.com`,
  frames: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://checkout.stripe.com',
  connects: 'https://api.stripe.com https://checkout.stripe.com',
  images: 'https://*.stripe.com',
}

/** Only the provider's own form is let in, only where it is, and only the portal may frame it. */
function policyFor({ env }: Visitor): string {
  const has = (sources: string) => (providerKey(env) === 'stripe' ? ` ${sources}` : '')
  return [
    "default-src 'none'",
    `script-src 'self'${has(ofStripe.scripts)}`,
    "style-src 'self'",
    `frame-src${has(ofStripe.frames) || " 'none'"}`,
    `connect-src${has(ofStripe.connects) || " 'none'"}`,
    `img-src${has(ofStripe.images) || " 'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${env.PORTAL_ORIGIN}`,
  ].join('; ')
}

const answerWith = (ctx: Visitor, text: string, type: string, status = 200) =>
  new Response(text, {
    status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policyFor(ctx),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  })

/** Says in the frame that it has been asked for too often. */
export function frameTooBusy(ctx: Visitor, seconds: number): Response {
  const response = answerWith(ctx, translator(ctx.language, 'refusals')('too_many_requests'), 'text/plain', 429)
  response.headers.set('retry-after', String(seconds))
  return response
}

interface Asked {
  request: Request
  url: URL
  language: string
  t: Translate
}

const html = (ctx: Visitor, text: string, status = 200) => answerWith(ctx, text, 'text/html', status)

const answers: readonly string[] = ['pay', 'delay', 'refuse'] satisfies LocalAnswer[]
const isAnswer = (text: string): text is LocalAnswer => answers.includes(text)

/** The local provider's page, while somebody has asked for it by name. */
async function local(ctx: Visitor, { request, language, t }: Asked, reference: string): Promise<Response> {
  const kept = providerKey(ctx.env) === 'local' ? await findLocal(ctx.db, reference) : null
  if (kept?.state !== 'open') return html(ctx, overFrame(language, t), kept ? 200 : 404)
  if (request.method !== 'POST') return html(ctx, localFrame(language, t, moneyText(kept.amountMinor / 100, language)))
  const answer = String((await request.formData()).get('answer') ?? '')
  if (isAnswer(answer)) await answerLocally(ctx, reference, answer)
  const query = new URLSearchParams({ payment: kept.paymentId, language, ...(isAnswer(answer) ? {} : { closed: '1' }) })
  return new Response(null, { status: 303, headers: { location: `/returned?${query}` } })
}

function returned(ctx: Visitor, { url, language, t }: Asked): Response {
  const isClosed = url.searchParams.has('closed')
  const id = /^[\da-f-]{36}$/i.exec(url.searchParams.get('payment') ?? '')?.[0] ?? ''
  const address = `${ctx.env.PORTAL_ORIGIN}/betalning/${isClosed ? '' : 'pending/'}${id}`
  return html(ctx, returnedFrame(language, t, { address, isClosed }))
}

/** Answers on the host that payments are framed from, and knows no session there. */
export async function paymentFrameResponse(request: Request, ctx: Visitor): Promise<Response> {
  const url = new URL(request.url)
  const language = url.searchParams.get('language') === 'en' ? 'en' : 'sv'
  const asked = { request, url, language, t: translator(language, 'payments') }
  const [, reference] = /^\/local\/(local_[\w-]{43})$/.exec(url.pathname) ?? []
  if (reference && ['GET', 'POST'].includes(request.method)) return local(ctx, asked, reference)
  if (request.method !== 'GET') return html(ctx, overFrame(language, asked.t), 405)
  if (url.pathname === '/card') return html(ctx, cardFrame(language, asked.t))
  if (url.pathname === '/returned') return returned(ctx, asked)
  if (url.pathname === '/card.js') return answerWith(ctx, cardScript, 'text/javascript')
  if (url.pathname === '/returned.js') return answerWith(ctx, returnedScript(ctx.env.PORTAL_ORIGIN), 'text/javascript')
  if (url.pathname === '/frame.css') return answerWith(ctx, frameStyle, 'text/css')
  return html(ctx, overFrame(language, asked.t), 404)
}
