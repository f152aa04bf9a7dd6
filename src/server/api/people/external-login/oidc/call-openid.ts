import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { createOpenIdProvider } from '../providers/openid.ts'
import { ProviderError, type RedirectProvider, RedirectRefusal } from '../providers/provider.ts'
import { type OidcSettings, readOidcSettings } from './rules.ts'

/** Path that the provider leads the browser back to, on the portal's own origin. */
const callbackPath = '/login/oidc/callback'

/**
 * Returns the settings of the OpenID provider at which staff sign in.
 * @throws Refused('not_found') when none is configured.
 */
export function getOidcSettings({ env }: Visitor): OidcSettings {
  const settings = readOidcSettings(env)
  if (!settings) throw new Refused('not_found')
  return settings
}

/**
 * Returns the one refusal, `oidc_refused`, of every sign-in at the OpenID provider that fails, so that nobody learns
 * which accounts exist. Logs the reason; does not throw.
 */
export function refuseSignIn(ctx: Visitor, reason: string): Refused {
  ctx.log.warn('openid-connect', { reason })
  return new Refused('oidc_refused')
}

/**
 * Runs work with the OpenID provider of this portal, and returns its result; logs its errors. Other errors are thrown
 * on.
 *
 * @throws Refused('oidc_unavailable') when the provider cannot be reached or fails.
 * @throws Refused('oidc_refused') when it refuses, or its answer is not valid.
 * @throws Refused('not_found') when no provider is configured.
 */
export async function callOpenId<Answer>(ctx: Visitor, work: (provider: RedirectProvider) => Promise<Answer>) {
  try {
    return await work(createOpenIdProvider(getOidcSettings(ctx), `${ctx.env.PORTAL_ORIGIN}${callbackPath}`))
  } catch (error) {
    if (error instanceof RedirectRefusal) throw refuseSignIn(ctx, error.message)
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn('openid-connect', { reason: error.message })
    throw new Refused('oidc_unavailable')
  }
}
