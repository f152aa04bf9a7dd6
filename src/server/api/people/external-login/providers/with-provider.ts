import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { signatureOf } from '#platform/digest.ts'
import { providerKey } from '../rules.ts'
import { bankId, type CertifiedLine } from './bankid.ts'
import { localProvider } from './local-provider.ts'
import type { ExternalLoginProvider } from './provider.ts'
import { ProviderTrouble } from './provider.ts'

/** The provider that this portal has been given. */
export function providerOf(ctx: Visitor): ExternalLoginProvider {
  const key = providerKey(ctx.env)
  if (!key) throw new Refused('external_login_unavailable')
  if (key === 'local') return localProvider(ctx)
  const line: CertifiedLine = { fetch: (url, init) => (ctx.env.BANKID as Fetcher).fetch(url, init) }
  return bankId(line, ctx.env.BANKID_ORIGIN)
}

/** What the provider could not do is told as a refusal; the log knows why, without anybody's number. */
export async function withProvider<Answer>(ctx: Visitor, work: (p: ExternalLoginProvider) => Promise<Answer>) {
  try {
    return await work(providerOf(ctx))
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error
    ctx.log.warn('external-login', { reason: error.message })
    throw new Refused(error.inProgress ? 'external_login_in_progress' : 'external_login_unavailable')
  }
}

/** People are found by this and by nothing else: the number itself is never kept. */
export const personalNumberHash = (secret: string, personalNumber: string) =>
  signatureOf(secret, `personal number ${personalNumber}`)
