import * as oauth from 'oauth4webapi'
import { fetchConfigured } from '#platform/outbound.ts'
import { MeetingError } from './meeting-error.ts'

const waitMs = 10_000

/** How the portal gets an access token of a service with its own credentials. */
export interface TokenRequest {
  url: string
  clientId: string
  clientSecret: string
  grantType: 'account_credentials' | 'client_credentials'
  parameters: Record<string, string>
  /** Where the secret stands: in the header, or in the body. */
  authentication: 'basic' | 'post'
}

interface StoredToken {
  token: string
  /** Epoch milliseconds. */
  expiresAt: number
}

/** Tokens of this isolate, by URL, client and secret. */
const tokens = new Map<string, StoredToken>()

const keyOf = ({ url, clientId, clientSecret, parameters }: TokenRequest) =>
  JSON.stringify([url, clientId, clientSecret, parameters])

/** Time for which a token must still be valid to be used. */
const marginMs = 60_000

async function send(url: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetchConfigured(url, { ...init, signal: AbortSignal.timeout(waitMs) })
  } catch (error) {
    throw new MeetingError('busy', error instanceof Error ? error.name : 'unknown')
  }
  if (response.status < 500 && response.status !== 429) return response
  await response.body?.cancel()
  // Without a token nothing has been asked of the service, so a repeat is harmless.
  throw new MeetingError('busy', `the token endpoint answered ${response.status}`)
}

/** Sends id and secret as they are, where RFC 6749 would encode them for a form first: Zoom decodes nothing. */
const authenticateBasic =
  ({ clientId, clientSecret }: TokenRequest): oauth.ClientAuth =>
  (_server, _client, _body, headers) =>
    headers.set('authorization', `Basic ${btoa(`${clientId}:${clientSecret}`)}`)

async function requestToken(request: TokenRequest): Promise<StoredToken> {
  const { url, clientId, clientSecret, grantType, parameters } = request
  const { origin, protocol } = new URL(url)
  const server = { issuer: origin, token_endpoint: url }
  const client = { client_id: clientId }
  const proof = request.authentication === 'basic' ? authenticateBasic(request) : oauth.ClientSecretPost(clientSecret)
  const options = {
    // A body of oauth4webapi is none or URLSearchParams, as `fetch` takes it.
    [oauth.customFetch]: (to: string, init: oauth.CustomFetchOptions<string, unknown>) => send(to, init as RequestInit),
    [oauth.allowInsecureRequests]: protocol === 'http:',
  }
  try {
    const response = await oauth.genericTokenEndpointRequest(server, client, proof, grantType, parameters, options)
    const answer = await oauth.processGenericTokenEndpointResponse(server, client, response)
    return { token: answer.access_token, expiresAt: Date.now() + (answer.expires_in ?? 0) * 1000 }
  } catch (error) {
    if (error instanceof MeetingError) throw error
    if (error instanceof oauth.ResponseBodyError) throw new MeetingError('unauthorized', error.error)
    throw new MeetingError('busy', 'the token endpoint gave no token')
  }
}

/**
 * Returns an access token, from this isolate's memory while it is valid for a minute and is not `refused`.
 *
 * @throws MeetingError 'unauthorized' when the service refuses the credentials.
 * @throws MeetingError 'busy' when it gives no token at the moment.
 */
export async function getAccessToken(request: TokenRequest, refused: string | null = null): Promise<string> {
  const key = keyOf(request)
  const stored = tokens.get(key)
  if (stored && stored.expiresAt - marginMs > Date.now() && stored.token !== refused) return stored.token
  const next = await requestToken(request)
  tokens.set(key, next)
  return next.token
}
