import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { withProvider } from './providers/with-provider.ts'
import { settleRefunds } from './refunds/settle-refund.ts'
import { providerKey } from './rules.ts'
import { settle } from './settle.ts'
import { findByReference, type StoredPayment } from './storage.ts'

interface Message {
  text: string
  headers: Headers
}

/**
 * A message of the provider: once it is known to be that, it is only a reason to ask how the payment stands. What it says
 * itself is not used, so a message that is repeated or that comes late changes nothing.
 */
export async function hear(
  ctx: Visitor,
  { text, headers }: Message,
  expectedId?: string,
): Promise<StoredPayment | null> {
  const provider = providerKey(ctx.env)
  if (!provider) throw new Refused('payment_forged')
  const heard = await withProvider(ctx, provider, (one) => one.heard(text, headers))
  if (!heard) {
    ctx.log.warn('payment.forged', { address: ctx.address, paymentId: expectedId ?? null })
    throw new Refused('payment_forged')
  }
  const payment = heard.reference ? await findByReference(ctx.db, provider, heard.reference) : null
  if (expectedId !== undefined && payment?.id !== expectedId) {
    ctx.log.warn('payment.otherPayment', { paymentId: expectedId, messageIsAbout: payment?.id ?? null })
    throw new Refused('payment_forged')
  }
  if (!payment) return null
  const settled = await settle(ctx, payment)
  await settleRefunds(ctx, settled)
  return settled
}
