import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { inject } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { paymentHolds, paymentRefunds, payments } from '#api/money/payments/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { app } from '#edge/app.ts'
import { handleQueueBatch } from '../../../src/background-work.ts'
import { createOpenOccasion } from '../../catalogue.ts'
import { configurePortal } from '../../configuration.ts'
import { database, type Person, signedIn } from '../../portal.ts'

const { query } = database()

const secretKey = `sk_test_${crypto.randomUUID()}`
const webhookSecret = 'whsec_only_for_tests'
const at = `http://127.0.0.1:${inject('stripePort')}`
export const stripeSettings = {
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_ORIGIN: at,
}
export const localSettings = { PAYMENTS_LOCAL: '1' }
type Settings = Partial<Env>

export const enableCardPayments = () => configurePortal({ features: ['CardPayment', 'EducationPartTags'] })

/** Makes a call to a portal with a payment provider configured. */
export async function send(
  person: Person | null,
  [method, path]: [method: string, path: string],
  {
    body,
    headers = {},
    settings = stripeSettings,
  }: { body?: unknown; headers?: Record<string, string>; settings?: Settings } = {},
): Promise<Response> {
  const execution = createExecutionContext()
  const request = new Request(`http://portal.test/api${path}`, {
    method,
    headers: {
      ...(person ? { authorization: `Bearer ${person.token}` } : {}),
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const response = await app.fetch(request, { ...env, ...settings }, execution)
  await waitOnExecutionContext(execution)
  return response
}

interface StripeRefund {
  id: string
  amount: number
  payment_intent: string
  status: string
}

/**
 * Changes a session, a refund or the failure mode of the Stripe stand-in, in place of a card holder and of Stripe
 * itself.
 */
export async function atStripe(change: {
  id?: string | null
  set?: Record<string, unknown>
  refund?: { id: string; status: string; failure_reason?: string }
  isDown?: boolean
  losesAnswers?: boolean
  refundMood?: 'succeeded' | 'pending' | 'refused'
}) {
  const response = await fetch(`${at}/change`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: JSON.stringify(change),
  })
  return response.json<{ requests: string[]; session: Record<string, unknown> | null; refunds: StripeRefund[] }>()
}

export const payAtStripe = (id: string | null, more: Record<string, unknown> = {}) =>
  atStripe({ id, set: { status: 'complete', payment_status: 'paid', ...more } })

/** Returns Stripe's refunds of a payment, newest last. */
export async function refundsAtStripe(reference: string | null): Promise<StripeRefund[]> {
  const { refunds } = await atStripe({})
  return refunds.filter((one) => one.payment_intent === `pi_${reference}`)
}

/** Returns a webhook message signed as Stripe signs it: over the timestamp and the body. */
export function stripeMessage(
  reference: string | null,
  {
    type = 'checkout.session.completed',
    secret = webhookSecret,
    ageSeconds = 0,
    object = { id: reference, object: 'checkout.session' } as object,
  } = {},
) {
  const body = JSON.stringify({ id: `evt_${crypto.randomUUID()}`, object: 'event', type, data: { object } })
  const moment = Math.floor(Date.now() / 1000) - ageSeconds
  const signature = createHmac('sha256', secret).update(`${moment}.${body}`).digest('hex')
  return { body, headers: { 'stripe-signature': `t=${moment},v1=${signature}` } }
}

export const webhook = (message: { body: string; headers: Record<string, string> }, path = '/Payment/Webhook') =>
  send(null, ['POST', path], message)

export const addPaidOccasion = (occasion = {}, education = {}) =>
  createOpenOccasion({ feeMinor: 45_000, paymentMethods: [0, 1], ...occasion }, education)

export const payload = (userId: number, occasionId: number, more = {}) => ({
  signUp: { userId, occasionIds: [occasionId], ...more },
  termsAccepted: true,
})

export const init = (person: Person, occasionId: number, more = {}, settings: Settings = stripeSettings) =>
  send(person, ['POST', '/Payment/InitPayment'], { body: payload(person.id, occasionId, more), settings })

export async function begun(occasionId: number, person?: Person, settings: Settings = stripeSettings) {
  const payer = person ?? (await signedIn({ email: 'betalare@prov.example' }))
  const response = await init(payer, occasionId, {}, settings)
  const body = await response.json<{ paymentId: string; amount: number }>()
  if (!response.ok) throw new Error(JSON.stringify(body))
  const [row] = await query.select().from(payments).where(eq(payments.id, body.paymentId))
  if (!row) throw new Error('no payment')
  return { payer, id: row.id, reference: row.providerReference, amount: body.amount }
}

/** Returns the state that a payment has led to. */
export async function outcomeOf(id: string, occasionId: number) {
  const [[payment], results, refunds, holds, [occasion]] = await Promise.all([
    query.select().from(payments).where(eq(payments.id, id)),
    query.select().from(educationPartResults).where(eq(educationPartResults.paymentId, id)),
    query.select().from(paymentRefunds).where(eq(paymentRefunds.paymentId, id)),
    query.select().from(paymentHolds).where(eq(paymentHolds.paymentId, id)),
    query.select().from(occasions).where(eq(occasions.id, occasionId)),
  ])
  return {
    status: payment?.status,
    places: results.filter(({ canceled }) => !canceled).length,
    refunds: refunds.length,
    holds: holds.length,
    reserved: occasion?.reservedCount,
    booked: occasion?.bookedCount,
  }
}

export const expire = (id: string) =>
  query
    .update(payments)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(payments.id, id))

/** Returns a Stripe message about a refund, which names either the refund or the refunded charge. */
export const refundMessage = (reference: string | null, type: 'charge.refunded' | 'refund.updated' | 'refund.failed') =>
  stripeMessage(reference, {
    type,
    object: {
      ...(type === 'charge.refunded' ? { id: 'ch_test_1', object: 'charge' } : { id: 're_test_0', object: 'refund' }),
      payment_intent: `pi_${reference}`,
    },
  })

/** Runs the due job that asks the provider about a payment. */
export const runAskJob = (paymentId: string, settings: Settings = stripeSettings) =>
  runJobs({ kind: 'payments.ask', paymentId }, settings)

/** Runs the due job that asks the provider about one attempt of a refund. */
export const runRefundJob = (attemptKey: string, settings: Settings = stripeSettings) =>
  runJobs({ kind: 'payments.askRefund', attemptKey }, settings)

async function runJobs({ kind, ...about }: { kind: string } & Record<string, string>, settings: Settings) {
  const isAbout = (payload: Record<string, unknown>) => Object.entries(about).every(([key, id]) => payload[key] === id)
  const waiting = (await query.select().from(jobs)).filter(
    (job) => job.kind === kind && job.state < 2 && isAbout(job.payload),
  )
  for (const { id } of waiting) {
    await query
      .update(jobs)
      .set({ runAt: new Date(Date.now() - 1000) })
      .where(eq(jobs.id, id))
    const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body: { jobId: id } }
    const batch = createMessageBatch<{ jobId: string }>('utbildningsportalen-jobs', [message])
    const execution = createExecutionContext()
    await handleQueueBatch(batch, { ...env, ...settings }, execution)
    await waitOnExecutionContext(execution)
  }
  return waiting.length
}
