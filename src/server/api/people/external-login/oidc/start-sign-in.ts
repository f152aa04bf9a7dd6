import type { Visitor } from '#api/context.ts'
import { limitAttempts } from '#api/people/attempts/limit-attempts.ts'
import { networkLimits } from '#api/people/attempts/rules.ts'
import { toReturnPath } from '#api/people/authentication/rules.ts'
import { insertToken, removeExpiredTokens } from '#api/people/tokens/storage.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { browserKeyOrNew } from '../orders.ts'
import { callOpenId, getOidcSettings } from './call-openid.ts'
import { maxSignIns, signInMinutes } from './rules.ts'

/**
 * Returns the hash under which a sign-in at the OpenID provider is stored. It depends on the browser's key, so that
 * only the browser that began it can name it.
 */
export const hashSignIn = (state: string, browserKey: string) => sha256(`oidc ${state} ${browserKey}`)

/** Data of a sign-in, stored until it is completed or expires. */
export type StoredSignIn = { issuer: string; nonce: string; codeVerifier: string; returnPath: string }

/**
 * Starts a sign-in at the OpenID provider and returns the URL of its page. Commits nonce, code verifier and the path of
 * `returnUrl` for ten minutes, bound to this browser by the key in a cookie, which the response sets.
 *
 * @throws Refused('not_found') when no provider is configured.
 * @throws Refused('too_many_requests') after 60 sign-ins of the network within a quarter of an hour.
 * @throws Refused('oidc_refused') when its metadata is not valid.
 * @throws Refused('oidc_unavailable') when the provider cannot be reached.
 */
export async function startSignIn(ctx: Visitor, returnUrl: string | null): Promise<string> {
  const { issuer } = getOidcSettings(ctx)
  await limitAttempts(ctx, networkLimits(ctx.address, 'oidc', maxSignIns))
  const secrets = { state: randomToken(), nonce: randomToken(), codeVerifier: randomToken() }
  const key = browserKeyOrNew(ctx)
  const url = await callOpenId(ctx, (provider) => provider.start(secrets))
  const { nonce, codeVerifier } = secrets
  const data: StoredSignIn = { issuer, nonce, codeVerifier, returnPath: toReturnPath(returnUrl) }
  await ctx.db.commit([
    removeExpiredTokens(ctx.db, 'OidcSignIn', ctx.now),
    insertToken(ctx.db, {
      tokenHash: await hashSignIn(secrets.state, key),
      purpose: 'OidcSignIn',
      data,
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + signInMinutes * 60_000),
    }),
  ])
  ctx.browserKey.newValue = key
  return url
}
