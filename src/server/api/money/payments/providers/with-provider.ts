import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { createLocalProvider } from './local-provider.ts'
import { type PaymentProvider, PaymentProviderError } from './provider.ts'
import { createStripeProvider } from './stripe.ts'

type ProviderName = PaymentProvider['name']

/** Returns the provider that the payment began with, also after the portal has changed provider. */
function getProvider(ctx: Visitor, name: ProviderName): PaymentProvider {
  if (name === 'local') return createLocalProvider(ctx)
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_ORIGIN } = ctx.env
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) throw new Refused('payment_unavailable')
  return createStripeProvider({
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    origin: STRIPE_ORIGIN,
  })
}

/**
 * True when the environment has all settings of a payment provider. The local one needs none, so it is true also where
 * it is off.
 */
export function isProviderConfigured({ env }: Visitor, name: ProviderName): boolean {
  return name === 'local' || Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY && env.STRIPE_WEBHOOK_SECRET)
}

/**
 * Runs work with the payment provider of this name, and returns its result. Other errors of the work are thrown on.
 *
 * @throws Refused('payment_unavailable') when the provider is not configured, or when it is unavailable or answers with
 * an error; only the latter is logged, with the reason.
 */
export async function withProvider<Answer>(
  ctx: Visitor,
  name: ProviderName,
  work: (provider: PaymentProvider) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work(getProvider(ctx, name))
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    ctx.log.warn('payments', { reason: error.message })
    throw new Refused('payment_unavailable')
  }
}
