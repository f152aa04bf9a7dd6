import type { Visitor } from '#api/context.ts'
import { sendWithBearer } from '#api/foundation/outbound-requests/bearer-request.ts'
import { toRetryMs } from '#api/foundation/outbound-requests/retry-after.ts'
import { type AccessToken, getAccessToken, isFreshUntil, revoke } from './access-token.ts'
import { FortnoxError } from './fortnox-error.ts'
import { type FortnoxSettings, maxPauseMs, msUntilAllowed, windowMs } from './rules.ts'
import { toErrorText } from './wire.ts'

/** Number of times that a request is sent again after 429. */
const maxRetries = 5

/** Moments of the requests that this isolate has sent to Fortnox, the oldest first. */
const sentAt: number[] = []

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until Fortnox' limit allows another request, and counts it. */
async function waitForTurn(): Promise<void> {
  for (let wait = msUntilAllowed(sentAt, Date.now()); wait > 0; wait = msUntilAllowed(sentAt, Date.now()))
    await pause(wait)
  sentAt.push(Date.now())
  while ((sentAt[0] ?? 0) < Date.now() - windowMs) sentAt.shift()
}

type Method = 'GET' | 'POST' | 'PUT'

/** Calls Fortnox as the connected company. */
export interface FortnoxClient {
  /** Returns the key of the connected company. */
  companyKey: () => Promise<string>
  /**
   * Sends a request and returns the JSON of the answer; null for a GET that is answered with 404. Keeps to 25 requests
   * in five seconds and waits out short 429; a refused access token is refreshed once, and the connection is marked as
   * revoked when Fortnox refuses the new one too.
   *
   * @throws FortnoxError with its kinds: 'revoked' also when another company has been connected since the first call.
   */
  call: (method: Method, path: string, body?: object) => Promise<unknown>
}

/** Source of access tokens: `refusedVersion` is the version of a token that Fortnox has refused. */
type TokenSource = (refusedVersion: number | null) => Promise<AccessToken>

/** Receives the version of a new access token that Fortnox has refused. */
type RefusalSink = (version: number) => Promise<void>

async function sendOnce(url: string, method: Method, token: string, body: object | undefined): Promise<Response> {
  await waitForTurn()
  try {
    return await sendWithBearer(url, { method, token, body })
  } catch (error) {
    throw new FortnoxError('unavailable', error instanceof Error ? error.name : 'unknown')
  }
}

/** Sends a request, again after the time that Fortnox names when there were too many. */
async function sendInTurn(url: string, method: Method, token: string, body: object | undefined): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const response = await sendOnce(url, method, token, body)
    if (response.status !== 429) return response
    await response.body?.cancel()
    const ms = toRetryMs(response.headers.get('retry-after'), Date.now())
    if (ms > maxPauseMs || retry === maxRetries)
      throw new FortnoxError('busy', 'answered 429', new Date(Date.now() + Math.max(ms, maxPauseMs)))
    await pause(ms)
  }
}

async function readAnswer(method: Method, response: Response): Promise<unknown> {
  const { status } = response
  try {
    const text = await response.text()
    if (status === 404 && method === 'GET') return null
    if (status >= 500) throw new FortnoxError('unavailable', `answered ${status}`)
    if (!response.ok) throw new FortnoxError('rejected', toErrorText(text) ?? `answered ${status}`)
    return JSON.parse(text)
  } catch (error) {
    // An answer that breaks off or is no JSON leaves open whether the request was carried out.
    throw error instanceof FortnoxError ? error : new FortnoxError('unavailable', 'the answer could not be read')
  }
}

/**
 * Creates a client of Fortnox; nothing is called before it is used. It keeps one access token while that is valid, and
 * calls `getToken` with the version of a token that Fortnox has refused. When the next token is refused too, it awaits
 * `onRefused` with that version, and the call fails.
 *
 * Its methods throw `FortnoxError`: 'revoked' for such a refusal, or when the tokens are of another company than
 * before.
 */
export function createClient(
  { apiOrigin }: FortnoxSettings,
  getToken: TokenSource,
  onRefused: RefusalSink,
): FortnoxClient {
  let current: AccessToken | null = null
  const get = async (refusedVersion: number | null) => {
    if (current && refusedVersion === null && isFreshUntil(current.expiresAt)) return current
    const next = await getToken(refusedVersion)
    if (current && next.companyKey !== current.companyKey)
      throw new FortnoxError('revoked', 'another company is connected')
    current = next
    return next
  }
  return {
    companyKey: async () => (await get(null)).companyKey,
    async call(method, path, body) {
      const url = `${apiOrigin}/3${path}`
      const { token, version } = await get(null)
      const response = await sendInTurn(url, method, token, body)
      if (response.status !== 401) return readAnswer(method, response)
      await response.body?.cancel()
      const { token: newToken, version: newVersion } = await get(version)
      const again = await sendInTurn(url, method, newToken, body)
      if (again.status !== 401) return readAnswer(method, again)
      await again.body?.cancel()
      await onRefused(newVersion)
      throw new FortnoxError('revoked', 'a new access token was refused')
    },
  }
}

/** Creates the client of the portal's connection. Makes no call itself. */
export const connectedClient = (ctx: Visitor, settings: FortnoxSettings): FortnoxClient =>
  createClient(settings, getAccessToken.bind(null, ctx, settings), revoke.bind(null, ctx))
