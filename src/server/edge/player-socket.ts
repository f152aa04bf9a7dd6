import type { Call } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { completionsPath } from '#api/courses/xapi/rules.ts'
import { openLine } from '#api/index.ts'
import { surelyAliveUntil } from '#api/people/authentication/rules.ts'
import { Refused } from '#api/refusals.ts'
import { urlOf } from '#platform/request-url.ts'
import { answerLogged } from './access-log.ts'
import { authorize } from './authorization.ts'
import { addressKey, withinLimits } from './rate-limits.ts'
import { refusalResponse } from './refusal-response.ts'
import { cookiesOf } from './request-context.ts'
import { setEverywhere, setOnCalls, toldRoundTrips } from './security-headers.ts'
import { actorBehind } from './session.ts'
import { endOfSession, openSession, sessionCookieName } from './session-cookie.ts'

/** A request to open the WebSocket that tells course players of completions; requested in any other way the address is no call. */
const isPlayerSocket = (url: URL, request: Request) =>
  url.pathname === `/api${completionsPath}` && request.headers.get('upgrade')?.toLowerCase() === 'websocket'

/** As any signed-in person may ask whether a part is completed. */
const access: Call = { who: 'signedIn' }

/**
 * A browser can give a line no header but cookies, and other sites could open one with them: so it is opened to our own pages alone.
 * It tells no more than that something has happened; what, is asked by the call with its own proof.
 */
async function opened(request: Request, ctx: Visitor): Promise<Response> {
  if (request.headers.get('origin') !== ctx.requestOrigin) throw new Refused('not_allowed')
  const address = addressKey(ctx.address)
  if (address) await withinLimits(ctx.env, address)
  const cookie = cookiesOf(request.headers)[sessionCookieName(urlOf(request))]
  const person = await actorBehind(await openSession(ctx.env.SESSION_SECRET, cookie, ctx.now), ctx)
  if (person) await withinLimits(ctx.env, `person ${person.id}`)
  const hadToken = cookie !== undefined
  await authorize(access, {
    actor: person,
    hadToken,
    activeFeatures: async () => [],
    hasRecentProof: async () => false,
  })
  // Where another origin answers the calls, nobody here knows what is completed.
  const socket =
    person && cookie && ctx.env.API_ORIGIN === ''
      ? await openLine(ctx.env, person.id, surelyAliveUntil(endOfSession(cookie), ctx.now))
      : null
  if (!socket) throw new Refused('not_found')
  if (socket.status === 429) throw new Refused('too_many_requests')
  return socket
}

async function answer(request: Request, ctx: Visitor): Promise<Response> {
  try {
    return await opened(request, ctx)
  } catch (error) {
    const refusal = refusalResponse(error, ctx)
    setEverywhere(refusal.headers, { url: urlOf(request), requestId: ctx.requestId, roundTrips: toldRoundTrips(ctx) })
    setOnCalls(refusal.headers)
    return refusal
  }
}

/** The WebSocket push to course players. */
export const playerSocket = answerLogged('line', isPlayerSocket, answer)
