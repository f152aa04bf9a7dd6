import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { fetchConfigured } from '#platform/outbound.ts'
import { FortnoxError } from './fortnox-error.ts'
import { type FortnoxSettings, fortnoxScopes, refreshTokenDays } from './rules.ts'

const waitMs = 10_000

/** The tokens of a grant, of which the refresh token can be used once. */
export interface TokenPair {
  accessToken: string
  refreshToken: string
  accessExpiresAt: Date
  refreshExpiresAt: Date
}

const toServer = ({ authOrigin }: FortnoxSettings): oauth.AuthorizationServer => ({
  issuer: authOrigin,
  authorization_endpoint: `${authOrigin}/oauth-v1/auth`,
  token_endpoint: `${authOrigin}/oauth-v1/token`,
  revocation_endpoint: `${authOrigin}/oauth-v1/revoke`,
})

/** Sends a request of oauth4webapi, and turns a Fortnox that is down into a `FortnoxError`. */
async function send(url: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetchConfigured(url, { ...init, signal: AbortSignal.timeout(waitMs) })
  } catch (error) {
    throw new FortnoxError('unavailable', error instanceof Error ? error.name : 'unknown')
  }
  if (response.status < 500 && response.status !== 429) return response
  await response.body?.cancel()
  throw new FortnoxError('unavailable', `answered ${response.status}`)
}

const toOptions = ({ authOrigin }: FortnoxSettings) => ({
  // A body of oauth4webapi is none or URLSearchParams, as `fetch` takes it.
  [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<string, unknown>) => send(url, init as RequestInit),
  [oauth.allowInsecureRequests]: authOrigin.startsWith('http:'),
})

/**
 * Names the app as Fortnox documents it: id and secret as they are, where RFC 6749 would encode them for a form first.
 */
const authenticate =
  ({ clientId, clientSecret }: FortnoxSettings): oauth.ClientAuth =>
  (_server, _client, _body, headers) =>
    headers.set('authorization', `Basic ${btoa(`${clientId}:${clientSecret}`)}`)

/**
 * Returns the URL of the page at Fortnox on which the office grants the rights to a service account. The account
 * remains when the person who granted them leaves. Fortnox leads back to `redirectUri` with the code and `state`.
 */
export function toGrantUrl(settings: FortnoxSettings, redirectUri: string, state: string): string {
  const url = new URL(`${settings.authOrigin}/oauth-v1/auth`)
  const parameters = {
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    scope: fortnoxScopes,
    state,
    access_type: 'offline',
    account_type: 'service',
    response_type: 'code',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

const Lifetime = z.number().int().positive()

function toPair(answer: oauth.TokenEndpointResponse): TokenPair {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer
  if (!refreshToken) throw new FortnoxError('rejected', 'the answer has no refresh token')
  const now = Date.now()
  return {
    accessToken,
    refreshToken,
    accessExpiresAt: new Date(now + Lifetime.parse(seconds) * 1000),
    refreshExpiresAt: new Date(now + refreshTokenDays * 86_400_000),
  }
}

/** Turns a refusal of the token endpoint into a `FortnoxError`: `revoked` for a grant that is no longer valid. */
function toFortnoxError(error: unknown): FortnoxError {
  if (error instanceof FortnoxError) return error
  if (error instanceof oauth.ResponseBodyError)
    return new FortnoxError(error.error === 'invalid_grant' ? 'revoked' : 'rejected', error.error)
  if (error instanceof oauth.AuthorizationResponseError) return new FortnoxError('rejected', error.error)
  return new FortnoxError('unavailable', error instanceof Error ? error.name : 'unknown')
}

async function withErrors<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    throw toFortnoxError(error)
  }
}

/**
 * Exchanges the code of a grant for tokens; stores nothing. `parameters` is the query of the callback, `expectedState`
 * the state that the portal sent. Fortnox has no PKCE: the secret of the app and the state protect the code.
 *
 * @throws FortnoxError 'rejected' when the grant was declined or Fortnox refuses the request, 'revoked' when it
 * refuses the code.
 * @throws FortnoxError 'unavailable' when Fortnox does not answer or is overloaded, or the state or the code is not as
 * expected.
 */
export function exchangeCode(
  settings: FortnoxSettings,
  redirectUri: string,
  parameters: URLSearchParams,
  expectedState: string,
): Promise<TokenPair> {
  const [server, client] = [toServer(settings), { client_id: settings.clientId }]
  return withErrors(async () => {
    const answer = oauth.validateAuthResponse(server, client, parameters, expectedState)
    const proof = authenticate(settings)
    const options = toOptions(settings)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      proof,
      answer,
      redirectUri,
      oauth.nopkce,
      options,
    )
    return toPair(await oauth.processAuthorizationCodeResponse(server, client, response))
  })
}

/**
 * Exchanges a refresh token for new tokens, which the caller has to store. The old one is used up, also when the
 * answer is lost.
 *
 * @throws FortnoxError 'revoked' when the grant is no longer valid, and 'rejected' or 'unavailable' as `exchangeCode`.
 */
export function refreshTokens(settings: FortnoxSettings, refreshToken: string): Promise<TokenPair> {
  const [server, client] = [toServer(settings), { client_id: settings.clientId }]
  return withErrors(async () => {
    const proof = authenticate(settings)
    const response = await oauth.refreshTokenGrantRequest(server, client, proof, refreshToken, toOptions(settings))
    return toPair(await oauth.processRefreshTokenResponse(server, client, response))
  })
}

/**
 * Ends a grant at Fortnox.
 * @throws FortnoxError when Fortnox refuses or cannot be reached.
 */
export function revokeGrant(settings: FortnoxSettings, refreshToken: string): Promise<void> {
  const [server, client] = [toServer(settings), { client_id: settings.clientId }]
  return withErrors(async () => {
    const proof = authenticate(settings)
    const options = { ...toOptions(settings), additionalParameters: { token_type_hint: 'refresh_token' } }
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, proof, refreshToken, options))
  })
}
