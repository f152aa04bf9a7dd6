import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { withProvider } from './providers/with-provider.ts'
import { settleRefunds } from './refunds/settle-refund.ts'
import { configuredProvider } from './rules.ts'
import { settlePayment } from './settle-payment.ts'
import { findPaymentByReference, type StoredPayment } from './storage.ts'

interface ProviderMessage {
  text: string
  headers: Headers
}

/**
 * Verifies a message (webhook) of the payment provider, and settles the payment that it names by asking the provider,
 * then its refunds.
 *
 * Settling works as in `settlePayment` and `settleRefunds`. Returns the payment as it was before its refunds were
 * settled. Without `expectedId`, returns null when the message is about no payment of the portal. Nothing else of the
 * message is used, so a repeated message is harmless.
 *
 * @throws Refused('payment_forged') when no provider is configured; when the message is forged, altered or too old; or
 * when `expectedId` is given and the message is about another payment or none.
 * @throws Refused('payment_unavailable') when the provider does not answer.
 */
export async function handleMessage(
  ctx: Visitor,
  { text, headers }: ProviderMessage,
  expectedId?: string,
): Promise<StoredPayment | null> {
  const provider = configuredProvider(ctx.env)
  if (!provider) throw new Refused('payment_forged')
  const verified = await withProvider(ctx, provider, (client) => client.verifyMessage(text, headers))
  if (!verified) {
    ctx.log.warn('payment.forged', { paymentId: expectedId ?? null })
    throw new Refused('payment_forged')
  }
  const payment = verified.reference ? await findPaymentByReference(ctx.db, provider, verified.reference) : null
  if (expectedId !== undefined && payment?.id !== expectedId) {
    ctx.log.warn('payment.otherPayment', { paymentId: expectedId, messageIsAbout: payment?.id ?? null })
    throw new Refused('payment_forged')
  }
  if (!payment) return null
  const settled = await settlePayment(ctx, payment)
  await settleRefunds(ctx, settled)
  return settled
}
