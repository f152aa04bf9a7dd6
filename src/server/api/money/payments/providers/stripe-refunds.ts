import type Stripe from 'stripe'
import type { Repayment, ToldOfRefund } from './provider.ts'

/** What Stripe will not do, told apart from what it could not: the latter may be asked again under the same key. */
const refusals = new Set([400, 402, 404])
const underWay = new Set(['idempotency_key_in_use', 'lock_timeout'])

function refusalIn(error: unknown): string | null {
  if (!(error instanceof Error) || !('statusCode' in error) || !refusals.has(Number(error.statusCode))) return null
  if ('rawType' in error && error.rawType === 'idempotency_error') return null
  const code = 'code' in error && error.code ? String(error.code) : 'refused'
  return underWay.has(code) ? null : code
}

function toldBy({ id, status, amount, currency, failure_reason: reason }: Stripe.Refund): ToldOfRefund {
  if (status === 'failed' || status === 'canceled') return { state: 'failed', reference: id, reason: reason ?? status }
  const state = status === 'succeeded' ? 'done' : 'pending'
  return { state, reference: id, amountMinor: amount, currency: currency.toUpperCase() }
}

async function intentOf(client: Stripe, paymentReference: string): Promise<string> {
  const { payment_intent: intent } = await client.checkout.sessions.retrieve(paymentReference)
  return typeof intent === 'string' ? intent : (intent?.id ?? '')
}

/** The refund of an attempt whose answer was lost. Stripe forgets its keys in time, but not what was made under them. */
async function madeBefore(client: Stripe, intent: string, key: string): Promise<Stripe.Refund | null> {
  for await (const one of client.refunds.list({ payment_intent: intent, limit: 100 }))
    if (one.metadata?.['attempt'] === key) return one
  return null
}

async function made(client: Stripe, { key, paymentReference, reference, amountMinor }: Repayment) {
  if (reference) return client.refunds.retrieve(reference)
  const intent = await intentOf(client, paymentReference)
  const known = await madeBefore(client, intent, key)
  if (known) return known
  const params = { payment_intent: intent, amount: amountMinor, metadata: { attempt: key } }
  return client.refunds.create(params, { idempotencyKey: key })
}

/** Asks for a refund once, however often it is called; what Stripe refuses is an answer. */
export async function refundAtStripe(client: Stripe, repayment: Repayment): Promise<ToldOfRefund> {
  try {
    return toldBy(await made(client, repayment))
  } catch (error) {
    const reason = refusalIn(error)
    // One that has been made is not refused by a question that fails.
    if (!reason || repayment.reference) throw error
    return { state: 'failed', reference: null, reason }
  }
}
