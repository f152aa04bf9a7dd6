import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { localProvider } from './local-provider.ts'
import { type PaymentProvider, PaymentTrouble } from './provider.ts'
import { stripe } from './stripe.ts'

type ProviderName = PaymentProvider['name']

/** A payment stays with the provider that it began with, whichever the portal has been given since. */
function providerNamed(ctx: Visitor, name: ProviderName): PaymentProvider {
  if (name === 'local') return localProvider(ctx)
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_ORIGIN } = ctx.env
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) throw new Refused('payment_unavailable')
  return stripe({
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    origin: STRIPE_ORIGIN,
  })
}

/** Whether the portal has what it takes to ask that provider. */
export function mayAsk({ env }: Visitor, name: ProviderName): boolean {
  return name === 'local' || Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY && env.STRIPE_WEBHOOK_SECRET)
}

/** What the provider could not do is told as a refusal; the log knows why. */
export async function withProvider<Answer>(
  ctx: Visitor,
  name: ProviderName,
  work: (provider: PaymentProvider) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work(providerNamed(ctx, name))
  } catch (error) {
    if (!(error instanceof PaymentTrouble)) throw error
    ctx.log.warn('payments', { reason: error.message })
    throw new Refused('payment_unavailable')
  }
}
