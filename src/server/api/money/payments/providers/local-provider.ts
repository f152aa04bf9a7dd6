import type { Visitor } from '#api/context.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { isValidSignature, randomToken, signHmac } from '#platform/digest.ts'
import {
  closeLocalPayment,
  findLocalByPaymentId,
  findLocalPayment,
  insertLocalPayment,
  settleLocalPayment,
} from '../local-storage.ts'
import { makeLocalRefund } from '../refunds/local-refunds.ts'
import type { Charge, PaymentProvider, ProviderPaymentAnswer } from './provider.ts'

/** Delay of a simulated slow answer. */
const delaySeconds = 8

/** Highest age of a message, the same as Stripe's. */
const maxMessageAgeSeconds = 300

const signingSecret = ({ env }: Visitor) => `local payments ${env.SESSION_SECRET}`

async function start(ctx: Visitor, { paymentId, amountMinor, currency }: Charge) {
  const reference = `local_${randomToken()}`
  await ctx.db.commit([insertLocalPayment(ctx, { reference, paymentId, amountMinor, currency, state: 'open' })])
  const stored = await findLocalByPaymentId(ctx.db, paymentId)
  return { reference: stored?.reference ?? reference }
}

async function ask(ctx: Visitor, reference: string): Promise<ProviderPaymentAnswer> {
  const stored = await findLocalPayment(ctx.db, reference)
  if (!stored) return { state: 'closed' }
  if (stored.state !== 'paid') return { state: stored.state }
  if (stored.settlesAt && stored.settlesAt > new Date()) return { state: 'open' }
  const { paymentId, amountMinor, currency } = stored
  const instrument = stored.instrument ?? 'card'
  const lastDigits = instrument === 'card' ? '4242' : null
  return { state: 'paid', paymentId, amountMinor, currency, instrument, lastDigits, feeMinor: null, transaction: null }
}

/**
 * Returns the header `local-signature` of a message of the local provider, which is for trials: `t=<whole epoch
 * seconds>,v1=<signature>`, signed over that time and the text.
 */
export async function signLocalMessage(ctx: Visitor, text: string, at: Date): Promise<string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  return `t=${timestamp},v1=${await signHmac(signingSecret(ctx), `${timestamp}.${text}`)}`
}

async function verifyMessage(ctx: Visitor, text: string, headers: Headers) {
  const [, timestamp = '', signature = ''] = /^t=(\d{10}),v1=([\w-]+)$/.exec(headers.get('local-signature') ?? '') ?? []
  const isTooOld = Math.abs(ctx.now.getTime() / 1000 - Number(timestamp)) > maxMessageAgeSeconds
  if (isTooOld || !(await isValidSignature(signingSecret(ctx), `${timestamp}.${text}`, signature))) return null
  const message: unknown = JSON.parse(text)
  const hasReference = typeof message === 'object' && message !== null && 'reference' in message
  return { reference: hasReference ? String(message.reference) : null }
}

/**
 * Creates the local payment provider, which is for tests and trials: it has a page of its own and stores its payments
 * in the portal's database; no money moves. Each method commits by itself.
 */
export const createLocalProvider = (ctx: Visitor): PaymentProvider => ({
  name: 'local',
  start: (charge) => start(ctx, charge),
  getFramePath: async (reference, language) => `/local/${reference}?language=${language}`,
  getPayment: (reference) => ask(ctx, reference),
  close: async (reference) => {
    await ctx.db.commit([closeLocalPayment(ctx, reference)])
  },
  refund: (repayment) => makeLocalRefund(ctx, repayment),
  verifyMessage: (text, headers) => verifyMessage(ctx, text, headers),
})

/** The answer that the payer chose on the local provider's page. */
export type LocalAnswer = 'pay' | 'swish' | 'delay' | 'refuse'

/**
 * Saves a payer's answer to the local provider, which is for trials, and queues the provider's message about it, in one
 * commit. `refuse` fails the payment, other answers pay it, `swish` by Swish, `delay` after some seconds, and the
 * message follows then. A payment that is no longer open stays as it is, but its message is queued too.
 */
export async function saveLocalAnswer(ctx: Visitor, reference: string, answer: LocalAnswer): Promise<void> {
  const settlesAt = answer === 'delay' ? new Date(ctx.now.getTime() + delaySeconds * 1000) : null
  const state = answer === 'refuse' ? 'failed' : 'paid'
  const instrument = answer === 'swish' ? 'swish' : 'card'
  await ctx.db.commit([
    settleLocalPayment(ctx, reference, { state, instrument, settlesAt }),
    queueJob(ctx, 'payments.tellLocally', { reference }, { runAt: settlesAt ?? ctx.now }),
  ])
}
