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
 * Verifies a provider's message and settles the payment that it names. The message only causes the question to the
 * provider; its content is not used, so a repeated or late message changes nothing.
 * @throws Refused('payment_forged') when no provider is configured, the signature is wrong, or the message is about
 * another payment than `expectedId`.
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
    ctx.log.warn('payment.forged', { address: ctx.address, paymentId: expectedId ?? null })
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
