import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { signHmac } from '#platform/digest.ts'
import { getProviderKey } from '../rules.ts'
import { createBankId, type MtlsBinding } from './bankid.ts'
import { createLocalProvider } from './local-provider.ts'
import type { ExternalLoginProvider } from './provider.ts'
import { ProviderError } from './provider.ts'

/**
 * Returns the provider of electronic identification that this portal is configured with.
 * @throws Refused('external_login_unavailable') without one.
 */
export function getProvider(ctx: Visitor): ExternalLoginProvider {
  const key = getProviderKey(ctx.env)
  if (!key) throw new Refused('external_login_unavailable')
  if (key === 'local') return createLocalProvider(ctx)
  const binding: MtlsBinding = { fetch: (url, init) => (ctx.env.BANKID as Fetcher).fetch(url, init) }
  return createBankId(binding, ctx.env.BANKID_ORIGIN)
}

/**
 * Runs work with this portal's provider of electronic identification, and returns its result. Logs an error of the
 * provider without personal numbers; other errors are thrown on.
 *
 * @throws Refused('external_login_in_progress') when the person has another order.
 * @throws Refused('external_login_unavailable') for any other error of the provider, and when none is configured.
 */
export async function callProvider<Answer>(ctx: Visitor, work: (p: ExternalLoginProvider) => Promise<Answer>) {
  try {
    return await work(getProvider(ctx))
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
