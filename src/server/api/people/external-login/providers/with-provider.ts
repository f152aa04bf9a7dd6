import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { signatureOf } from '#platform/digest.ts'
import { providerKey } from '../rules.ts'
import { bankId, type CertifiedLine } from './bankid.ts'
import { localProvider } from './local-provider.ts'
import type { ExternalLoginProvider } from './provider.ts'
import { ProviderTrouble } from './provider.ts'

/**
 * Returns the provider that this portal is configured with.
 * @throws Refused('external_login_unavailable') without one.
 */
export function providerOf(ctx: Visitor): ExternalLoginProvider {
  const key = providerKey(ctx.env)
  if (!key) throw new Refused('external_login_unavailable')
  if (key === 'local') return localProvider(ctx)
  const binding: CertifiedLine = { fetch: (url, init) => (ctx.env.BANKID as Fetcher).fetch(url, init) }
  return bankId(binding, ctx.env.BANKID_ORIGIN)
}

/**
 * Calls the provider. Logs an error of the provider without personal numbers.
 * @throws Refused('external_login_in_progress') when the person has another order.
 * @throws Refused('external_login_unavailable') for any other error of the provider.
 */
export async function withProvider<Answer>(ctx: Visitor, work: (p: ExternalLoginProvider) => Promise<Answer>) {
  try {
    return await work(providerOf(ctx))
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error
    ctx.log.warn('external-login', { reason: error.message })
    throw new Refused(error.inProgress ? 'external_login_in_progress' : 'external_login_unavailable')
  }
}

/** Returns the hash of a personal number. People are found only by it; the number itself is never stored. */
export const personalNumberHash = (secret: string, personalNumber: string) =>
  signatureOf(secret, `personal number ${personalNumber}`)
