import type Stripe from 'stripe'
import { fetchConfigured } from '#platform/outbound.ts'
import { PaymentProviderError } from './provider.ts'

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another origin than Stripe's own, for tests. */
  origin?: string | undefined
}

/**
 * Creates a Stripe client with the secret key, which waits at most eight seconds and does not retry. The library is
 * imported on demand because it is large. `origin` replaces Stripe's own API, as in tests.
 */
export async function createStripeClient({ secretKey, origin }: StripeSettings): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  const at = origin ? new URL(origin) : null
  return new Client(secretKey, {
    httpClient: Client.createFetchHttpClient(fetchConfigured),
    timeout: 8_000,
    // The page and the job poll by themselves.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(at && { host: at.hostname, port: at.port, protocol: at.protocol === 'http:' ? 'http' : 'https' }),
  })
}

/**
 * Runs a call to Stripe and returns its result; turns every error into a `PaymentProviderError`, without Stripe's text.
 *
 * @throws PaymentProviderError when the call fails in any way.
 */
export async function callStripe<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    const kind = error instanceof Error ? `${error.name}: ${'type' in error ? String(error.type) : ''}` : 'unknown'
    throw new PaymentProviderError(`Stripe gave an unexpected answer (${kind})`)
  }
}
