import type { Visitor } from '#api/context.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { isSignatureOf, randomToken, signatureOf } from '#platform/digest.ts'
import { closeLocal, findLocal, findLocalOf, insertLocal, settleLocal } from '../local-storage.ts'
import { refundLocally } from '../refunds/local-refunds.ts'
import type { Charge, PaymentProvider, Told } from './provider.ts'

/** How long an answer that takes its time takes. */
const secondsOfDelay = 8

/** A message is good for as long as Stripe's is. */
const secondsOfMessage = 300

const secretOf = ({ env }: Visitor) => `local payments ${env.SESSION_SECRET}`

async function start(ctx: Visitor, { paymentId, amountMinor, currency }: Charge) {
  const reference = `local_${randomToken()}`
  await ctx.db.commit([insertLocal(ctx, { reference, paymentId, amountMinor, currency, state: 'open' })])
  const kept = await findLocalOf(ctx.db, paymentId)
  return { reference: kept?.reference ?? reference }
}

async function ask(ctx: Visitor, reference: string): Promise<Told> {
  const kept = await findLocal(ctx.db, reference)
  if (!kept) return { state: 'closed' }
  if (kept.state !== 'paid') return { state: kept.state }
  if (kept.settlesAt && kept.settlesAt > new Date()) return { state: 'open' }
  const { paymentId, amountMinor, currency } = kept
  return { state: 'paid', paymentId, amountMinor, currency, lastDigits: '4242' }
}

/** Signs as a provider would: over the moment and the text. */
export async function signedLocally(ctx: Visitor, text: string, at: Date): Promise<string> {
  const moment = Math.floor(at.getTime() / 1000)
  return `t=${moment},v1=${await signatureOf(secretOf(ctx), `${moment}.${text}`)}`
}

async function heard(ctx: Visitor, text: string, headers: Headers) {
  const [, moment = '', signature = ''] = /^t=(\d{10}),v1=([\w-]+)$/.exec(headers.get('local-signature') ?? '') ?? []
  const isLate = Math.abs(ctx.now.getTime() / 1000 - Number(moment)) > secondsOfMessage
  if (isLate || !(await isSignatureOf(secretOf(ctx), `${moment}.${text}`, signature))) return null
  const message: unknown = JSON.parse(text)
  const isAbout = typeof message === 'object' && message !== null && 'reference' in message
  return { reference: isAbout ? String(message.reference) : null }
}

/** Behaves like a provider, with a page of its own and books in the portal's database; no money moves. */
export const localProvider = (ctx: Visitor): PaymentProvider => ({
  name: 'local',
  start: (charge) => start(ctx, charge),
  framePath: async (reference, language) => `/local/${reference}?language=${language}`,
  ask: (reference) => ask(ctx, reference),
  close: async (reference) => {
    await ctx.db.commit([closeLocal(ctx, reference)])
  },
  refund: (repayment) => refundLocally(ctx, repayment),
  heard: (text, headers) => heard(ctx, text, headers),
})

export type LocalAnswer = 'pay' | 'delay' | 'refuse'

/** What was pressed on the local provider's page: written into its books, and told to the portal later by a job. */
export async function answerLocally(ctx: Visitor, reference: string, answer: LocalAnswer): Promise<void> {
  const settlesAt = answer === 'delay' ? new Date(ctx.now.getTime() + secondsOfDelay * 1000) : null
  await ctx.db.commit([
    settleLocal(ctx, reference, answer === 'refuse' ? 'failed' : 'paid', settlesAt),
    queueJob(ctx, 'payments.tellLocally', { reference }, { runAt: settlesAt ?? ctx.now }),
  ])
}
