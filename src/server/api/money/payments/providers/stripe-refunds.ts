import type Stripe from 'stripe'
import type { ProviderRefundAnswer, RefundOrder } from './provider.ts'

/** HTTP statuses with which Stripe refuses a refund for good; after other errors the same key is tried again. */
const refusalStatuses = new Set([400, 402, 404])
const pendingCodes = new Set(['idempotency_key_in_use', 'lock_timeout'])

function toRefusalCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('statusCode' in error) || !refusalStatuses.has(Number(error.statusCode)))
    return null
  if ('rawType' in error && error.rawType === 'idempotency_error') return null
  const code = 'code' in error && error.code ? String(error.code) : 'refused'
  return pendingCodes.has(code) ? null : code
}

function toAnswer({ id, status, amount, currency, failure_reason: reason }: Stripe.Refund): ProviderRefundAnswer {
  if (status === 'failed' || status === 'canceled') return { state: 'failed', reference: id, reason: reason ?? status }
  const state = status === 'succeeded' ? 'done' : 'pending'
  return { state, reference: id, amountMinor: amount, currency: currency.toUpperCase() }
}

async function findIntent(client: Stripe, paymentReference: string): Promise<string> {
  const { payment_intent: intent } = await client.checkout.sessions.retrieve(paymentReference)
  return typeof intent === 'string' ? intent : (intent?.id ?? '')
}

/**
 * Returns the refund of an attempt whose answer was lost, or null. Stripe expires idempotency keys, but stores the
 * attempt in the refund's metadata.
 */
async function findEarlierRefund(client: Stripe, intent: string, key: string): Promise<Stripe.Refund | null> {
  for await (const refund of client.refunds.list({ payment_intent: intent, limit: 100 }))
    if (refund.metadata?.['attempt'] === key) return refund
  return null
}

async function findOrCreateRefund(client: Stripe, { key, paymentReference, reference, amountMinor }: RefundOrder) {
  if (reference) return client.refunds.retrieve(reference)
  const intent = await findIntent(client, paymentReference)
  const earlier = await findEarlierRefund(client, intent, key)
  if (earlier) return earlier
  const params = { payment_intent: intent, amount: amountMinor, metadata: { attempt: key } }
  return client.refunds.create(params, { idempotencyKey: key })
}

/**
 * Makes a refund at Stripe, once for each key; with a `reference` it only reads that refund. Amounts are in öre. A
 * refusal by Stripe is returned as an answer, not thrown.
 *
 * @throws Error when Stripe fails in another way; the same key may be tried again.
 */
export async function refundAtStripe(client: Stripe, repayment: RefundOrder): Promise<ProviderRefundAnswer> {
  try {
    return toAnswer(await findOrCreateRefund(client, repayment))
  } catch (error) {
    const reason = toRefusalCode(error)
    // An error while an existing refund is read does not mean that the refund was refused.
    if (!reason || repayment.reference) throw error
    return { state: 'failed', reference: null, reason }
  }
}
