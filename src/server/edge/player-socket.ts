import type { Visitor } from '#api/context.ts'
import { completionsPath } from '#api/courses/xapi/rules.ts'
import { openPlayerSocket } from '#api/index.ts'
import { guaranteedAliveUntil } from '#api/people/authentication/rules.ts'
import { Refused } from '#api/refusals.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { withAccessLog } from './access-log.ts'
import { authorizeVisitor } from './authorization.ts'
import { enforceNetworkLimit, enforceRateLimit } from './rate-limits.ts'
import { refusalResponse } from './refusal-response.ts'
import { parseCookies } from './request-context.ts'
import { setCallHeaders, setSecurityHeaders } from './security-headers.ts'
import { loadActor } from './session.ts'
import { openSession, parseSessionEnd, sessionCookieName } from './session-cookie.ts'

/** Whether a request opens the WebSocket that notifies course players of completions. */
const isPlayerSocket = (url: URL, request: Request) =>
  url.pathname === `/api${completionsPath}` && request.headers.get('upgrade')?.toLowerCase() === 'websocket'

/**
 * Opens the WebSocket. A browser authenticates one by cookies alone, which other sites could use, so only the portal's
 * own pages may open it. Its messages carry no data: the player reads the result by a call, with its own token.
 * @throws Refused('not_allowed') when another origin asks.
 * @throws Refused('not_found') when another origin answers the calls.
 * @throws Refused('too_many_requests') when the person has too many sockets open.
 */
async function openSocket(request: Request, ctx: Visitor): Promise<Response> {
  if (request.headers.get('origin') !== ctx.requestOrigin) throw new Refused('not_allowed')
  await enforceNetworkLimit(ctx)
  const cookie = parseCookies(request.headers)[sessionCookieName(getRequestUrl(request))]
  const person = await loadActor(openSession(ctx.env.SESSION_SECRET, cookie, ctx.now), ctx)
  if (person) await enforceRateLimit(ctx.env, `person ${person.id}`)
  await authorizeVisitor('signedIn', person, cookie !== undefined)
  // When another origin answers the calls, completions are not recorded here.
  const socket =
    person && cookie && ctx.env.API_ORIGIN === ''
      ? await openPlayerSocket(ctx.env, person.id, guaranteedAliveUntil(parseSessionEnd(cookie), ctx.now))
      : null
  if (!socket) throw new Refused('not_found')
  if (socket.status === 429) throw new Refused('too_many_requests')
  return socket
}

async function answer(request: Request, ctx: Visitor): Promise<Response> {
  try {
    return await openSocket(request, ctx)
  } catch (error) {
    const refusal = refusalResponse(error, ctx)
    setSecurityHeaders(refusal.headers, getRequestUrl(request), ctx)
    setCallHeaders(refusal.headers)
    return refusal
  }
}

/**
 * Serves the WebSocket push to course players, for signed-in people on the portal's own pages. Other requests to its
 * path are passed on. Refusals become responses: `not_allowed` for another origin, `not_found` when another origin
 * answers the calls, `too_many_requests`, and the codes of a session that is missing, expired or incomplete.
 */
export const playerSocket = withAccessLog('player-socket', isPlayerSocket, answer)
