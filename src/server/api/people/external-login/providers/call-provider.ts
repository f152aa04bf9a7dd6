import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { signHmac } from '#platform/digest.ts'
import { findProviderKey, type ProviderKey } from '../rules.ts'
import { createBankId, type MtlsBinding } from './bankid.ts'
import { createFreja } from './freja.ts'
import { createLocalProvider } from './local-provider.ts'
import type { ExternalLoginProvider } from './provider.ts'
import { ProviderError } from './provider.ts'

const toBinding = (fetcher: Fetcher | undefined): MtlsBinding => ({
  // Callers make sure that the provider, and so its binding, is configured.
  fetch: (url, init) => (fetcher as Fetcher).fetch(url, init),
})

/**
 * Returns an identity provider of this portal.
 * @throws Refused('external_login_unavailable') when the portal has no such provider, or no longer.
 */
export function getProvider(ctx: Visitor, key: ProviderKey): ExternalLoginProvider {
  if (!findProviderKey(ctx.env, key)) throw new Refused('external_login_unavailable')
  if (key === 'local') return createLocalProvider(ctx)
  if (key === 'freja') return createFreja(toBinding(ctx.env.FREJA), ctx.env.FREJA_ORIGIN)
  return createBankId(toBinding(ctx.env.BANKID), ctx.env.BANKID_ORIGIN)
}

/**
 * Calls an identity provider of this portal. Logs an error of the provider without personal numbers.
 *
 * @throws Refused('external_login_in_progress') when the person has another order.
 * @throws Refused('external_login_unavailable') for any other error of the provider, and when the portal has no such.
 */
export async function callProvider<Answer>(
  ctx: Visitor,
  key: ProviderKey,
  work: (provider: ExternalLoginProvider) => Promise<Answer>,
) {
  try {
    return await work(getProvider(ctx, key))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn('external-login', { reason: error.message })
    throw new Refused(error.inProgress ? 'external_login_in_progress' : 'external_login_unavailable')
  }
}

/**
 * Returns the hash of a personal number of twelve digits. People are found only by it; the number itself is never
 * stored.
 */
export const hashPersonalNumber = (secret: string, personalNumber: string) =>
  signHmac(secret, `personal number ${personalNumber}`)
