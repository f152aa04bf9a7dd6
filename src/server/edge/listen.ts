import type { Call } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { completionsPath } from '#api/courses/xapi/rules.ts'
import { openLine } from '#api/index.ts'
import { surelyAliveUntil } from '#api/people/authentication/rules.ts'
import { Refused } from '#api/refusals.ts'
import { urlOf } from '#platform/request-url.ts'
import { authorize } from './authorize.ts'
import { endOfSession, openSession, sessionCookieName } from './claim.ts'
import { setEverywhere, setOnCalls, toldRoundTrips } from './headers.ts'
import { addressKey, withinLimits } from './limits.ts'
import { refusalResponse } from './refusal-response.ts'
import { cookiesOf } from './request-context.ts'
import { actorBehind } from './session.ts'

/** A request to open the line by which runners hear of completions; asked for in any other way the address is no call. */
export const isLine = (request: Request, url: URL) =>
  url.pathname === `/api${completionsPath}` && request.headers.get('upgrade')?.toLowerCase() === 'websocket'

/** As any signed-in person may ask whether a part is completed. */
const asTheCall: Call = { who: 'signedIn' }

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
  await authorize(asTheCall, {
    actor: person,
    hadToken,
    activeFeatures: async () => [],
    hasRecentProof: async () => false,
  })
  // Where another origin answers the calls, nobody here knows what is completed.
  const line =
    person && cookie && ctx.env.API_ORIGIN === ''
      ? await openLine(ctx.env, person.id, surelyAliveUntil(endOfSession(cookie), ctx.now))
      : null
  if (!line) throw new Refused('not_found')
  if (line.status === 429) throw new Refused('too_many_requests')
  return line
}

export async function lineResponse(request: Request, ctx: Visitor): Promise<Response> {
  try {
    return await opened(request, ctx)
  } catch (error) {
    const refusal = refusalResponse(error, ctx)
    setEverywhere(refusal.headers, { url: urlOf(request), requestId: ctx.requestId, roundTrips: toldRoundTrips(ctx) })
    setOnCalls(refusal.headers)
    return refusal
  }
}
