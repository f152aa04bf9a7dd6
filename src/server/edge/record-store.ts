import type { Visitor } from '#api/context.ts'
import { isRecordStorePath, recordRefusal, recordStoreResponse, withStoreHeaders } from '#api/index.ts'
import { parseCredentials } from '#api/people/integrations/rules.ts'
import { sha256 } from '#platform/digest.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { withAccessLog } from './access-log.ts'
import { enforceRateLimit, networkLimitKey, setQuota } from './rate-limits.ts'
import { refusalResponse } from './refusal-response.ts'

/**
 * Factor of the network limit: a whole class may share the IP address of one club, and each open course writes once a
 * second.
 */
const launchesPerNetwork = 5

/**
 * Limits requests by launch token and by network. Only the token is counted by the platform too, whose rate limiter has
 * one limit for all keys. A preflight is not limited: it carries no token, and the browser would hide the refusal from
 * the course.
 * @throws Refused('too_many_requests') when a limit is exceeded.
 */
async function limit(request: Request, { env, address }: Visitor): Promise<void> {
  if (request.method === 'OPTIONS') return
  const network = networkLimitKey(address)
  if (network)
    await enforceRateLimit({ ...env, CALL_LIMITER: undefined }, `${network} record-store`, launchesPerNetwork)
  const authorization = request.headers.get('authorization')
  if (authorization) await enforceRateLimit(env, await toLimitKey(authorization))
}

const toLimitKey = async (authorization: string) => `launch ${await sha256(authorization)}`

/** Adds the headers of the limit to a reply to another system; courses do not read them. */
async function withQuota(response: Response, request: Request, { env }: Visitor): Promise<Response> {
  const authorization = request.headers.get('authorization')
  if (!authorization || !parseCredentials(authorization)) return response
  return setQuota(response, 'record-store', await toLimitKey(authorization), env)
}

async function answerLimited(request: Request, ctx: Visitor): Promise<Response> {
  try {
    await limit(request, ctx)
  } catch (error) {
    recordRefusal(ctx, 'too_many_requests', { call: 'record store', path: getRequestUrl(request).pathname, body: null })
    return withStoreHeaders(refusalResponse(error, ctx), request, ctx)
  }
  return recordStoreResponse(request, ctx)
}

const answer = async (request: Request, ctx: Visitor): Promise<Response> =>
  withQuota(await answerLimited(request, ctx), request, ctx)

/**
 * Serves the xAPI record store, with rate limits for each launch and network. Beyond them the response is 429 with
 * headers that a course of another origin may read.
 */
export const recordStore = withAccessLog('record-store', ({ pathname }) => isRecordStorePath(pathname), answer)
