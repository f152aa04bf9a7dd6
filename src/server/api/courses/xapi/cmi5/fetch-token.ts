import type { Visitor } from '#api/context.ts'
import { randomToken, sha256 } from '#platform/digest.ts'
import { XapiError } from '../error.ts'
import { claimToken, isFetchKeyKnown } from '../launch-storage.ts'
import { toCredentials } from './rules.ts'

/** Resource from which a unit fetches its session token, below the endpoint. */
export const fetchResource = 'fetch'

/**
 * Returns the URL from which a unit fetches its session token: below `endpoint`, that of the record store, with the
 * secret `key`.
 */
export const fetchUrl = (endpoint: string, key: string): string => `${endpoint}${fetchResource}?k=${key}`

const failure = (code: '1' | '2', text: string) => Response.json({ 'error-code': code, 'error-text': text })

/**
 * Answers with the token of a session, once (cmi5, 8.2): the key `k` of the URL is used up, and the token's hash
 * becomes that of the launch. Failures are described in the body; their status is 200.
 *
 * @throws XapiError 405 for another method than POST
 */
export async function tokenResponse(ctx: Visitor, request: Request): Promise<Response> {
  if (request.method !== 'POST') throw new XapiError(405, 'The token is fetched with POST')
  const key = new URL(request.url).searchParams.get('k') ?? ''
  const [fetchHash, token] = [await sha256(key), randomToken()]
  if (await claimToken(ctx.db, fetchHash, await sha256(token), ctx.now))
    return Response.json({ 'auth-token': toCredentials(token) })
  if (await isFetchKeyKnown(ctx.db.onPrimary(), fetchHash))
    return failure('1', 'The authorization token has already been returned, or the session is over.')
  return failure('2', 'The address is not that of a session.')
}
