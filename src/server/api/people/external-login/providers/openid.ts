import * as oauth from 'oauth4webapi'
import { BoundedMap } from '#platform/bounded-map.ts'
import { fetchConfigured } from '#platform/outbound.ts'
import type { OidcSettings } from '../oidc/rules.ts'
import { type CallbackInput, ProviderError, type RedirectProvider, RedirectRefusal } from './provider.ts'

const waitMs = 5_000
const discoveryMs = 3_600_000

interface KnownProvider {
  server: oauth.AuthorizationServer
  until: number
  /** Filled and renewed by oauth4webapi: keys are read again for an unknown key id. */
  keys: oauth.JWKSCacheInput
}

const knownProviders = new BoundedMap<KnownProvider>(10)

/** Sends a request of oauth4webapi, and turns a provider that is down into a `ProviderError`. */
async function send(url: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetchConfigured(url, { ...init, signal: AbortSignal.timeout(waitMs) })
  } catch (error) {
    throw new ProviderError(`the provider cannot be reached: ${error instanceof Error ? error.name : 'unknown'}`)
  }
  if (response.status < 500) return response
  await response.body?.cancel()
  throw new ProviderError(`the provider answered ${response.status}`)
}

const toOptions = (issuer: string) => ({
  // A body of oauth4webapi is none or URLSearchParams, as `fetch` takes it.
  [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<string, unknown>) => send(url, init as RequestInit),
  [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
})

/** Returns the provider's metadata, read at most once an hour; the keys stay cached beside it. */
async function discover(issuer: string): Promise<KnownProvider> {
  const known = knownProviders.get(issuer)
  if (known && known.until > Date.now()) return known
  try {
    const url = new URL(issuer)
    const response = await oauth.discoveryRequest(url, toOptions(issuer))
    const server = await oauth.processDiscoveryResponse(url, response)
    const found = { server, until: Date.now() + discoveryMs, keys: known?.keys ?? {} }
    knownProviders.set(issuer, found)
    return found
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError(`discovery failed: ${toReason(error)}`)
  }
}

/** Describes an error for the log: the error code of the provider's answer, or that of oauth4webapi. */
function toReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('error' in error) return `${error.name} ${String(error.error)}`
  return `${error.name} ${'code' in error ? String(error.code) : error.message}`
}

function authenticate({ server }: KnownProvider, secret: string): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported
  return methods?.includes('client_secret_post') ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret)
}

async function exchange(settings: OidcSettings, redirectUri: string, input: CallbackInput) {
  const provider = await discover(settings.issuer)
  const { server } = provider
  const client = { client_id: settings.clientId, [oauth.clockTolerance]: 60 }
  const options = toOptions(settings.issuer)
  const answer = oauth.validateAuthResponse(server, client, input.parameters, input.state)
  const proof = authenticate(provider, settings.clientSecret)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    proof,
    answer,
    redirectUri,
    input.codeVerifier,
    options,
  )
  const checks = { expectedNonce: input.nonce, requireIdToken: true }
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, checks)
  await oauth.validateApplicationLevelSignature(server, response, { ...options, [oauth.jwksCache]: provider.keys })
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  if (!claims) throw new RedirectRefusal('no ID token')
  return claims
}

/**
 * Creates the provider for sign-ins by OpenID Connect with authorization code, PKCE, state and nonce. `start` gives the
 * URL to go to, and `complete` the verified person. Makes no call itself; its methods wait at most five seconds for
 * each request and throw `ProviderError` or `RedirectRefusal`.
 */
export function createOpenIdProvider(settings: OidcSettings, redirectUri: string): RedirectProvider {
  return {
    async start({ state, nonce, codeVerifier }) {
      const { server } = await discover(settings.issuer)
      if (!server.authorization_endpoint) throw new ProviderError('the provider has no authorization endpoint')
      const url = new URL(server.authorization_endpoint)
      const parameters = {
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
        ...(settings.hostedDomain && { hd: settings.hostedDomain }),
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    async complete(input) {
      try {
        const { iss, sub, ...claims } = await exchange(settings, redirectUri, input)
        return { issuer: iss, subject: sub, claims }
      } catch (error) {
        if (error instanceof ProviderError || error instanceof RedirectRefusal) throw error
        throw new RedirectRefusal(toReason(error))
      }
    },
  }
}
