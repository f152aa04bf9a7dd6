import { type PaymentProvider, PaymentTrouble } from '#platform/payments/provider.ts'
import { stripe } from '#platform/payments/stripe.ts'
import type { Visitor } from '../context.ts'
import { Refused } from '../refusals.ts'
import { localProvider } from './local-provider.ts'
import { providerKey } from './rules.ts'

/** The provider that this portal has been given. */
export function providerOf(ctx: Visitor): PaymentProvider {
  const key = providerKey(ctx.env)
  if (!key) throw new Refused('payment_unavailable')
  if (key === 'local') return localProvider(ctx)
  const { STRIPE_SECRET_KEY = '', STRIPE_PUBLISHABLE_KEY = '', STRIPE_WEBHOOK_SECRET = '', STRIPE_ORIGIN } = ctx.env
  return stripe({
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    origin: STRIPE_ORIGIN,
  })
}

/** What the provider could not do is told as a refusal; the log knows why. */
export async function withProvider<Answer>(ctx: Visitor, work: (provider: PaymentProvider) => Promise<Answer>) {
  try {
    return await work(providerOf(ctx))
  } catch (error) {
    if (!(error instanceof PaymentTrouble)) throw error
    ctx.log.warn('payments', { reason: error.message })
    throw new Refused('payment_unavailable')
  }
}
