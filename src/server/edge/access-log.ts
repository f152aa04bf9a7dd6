import type { MiddlewareHandler } from 'hono'
import type { Visitor } from '#api/context.ts'
import { recordRequest } from '#api/index.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { runAfterCommit } from './after-commit.ts'
import type { EdgeEnv } from './edge-env.ts'
import { createContext, toRequestFacts } from './request-context.ts'
import { setServerTiming, setTransportHeaders, visibleRoundTrips } from './security-headers.ts'
import { readUnreadBody } from './unread-body.ts'

type Matches = (url: URL, request: Request, env: Env) => boolean
type Answer = (request: Request, ctx: Visitor) => Promise<Response>

/**
 * Returns a middleware that answers matching requests with `answer`, in a context without an actor, and passes others
 * on.
 *
 * Reads what is left of the request body, runs the work that follows a commit, and sets transport headers, the request
 * id and, for a signed-in caller or outside deployment, the number of round trips. Logs and counts the request as
 * `kind`. An error of `answer` or of that work is thrown on, and nothing is logged then.
 */
export const withAccessLog =
  (kind: string, matches: Matches, answer: Answer): MiddlewareHandler<EdgeEnv> =>
  async (c, next) => {
    const request = c.req.raw
    if (!matches(getRequestUrl(request), request, c.env)) return next()
    const ctx = createContext(toRequestFacts(c))
    const answered = await answer(request, ctx)
    await readUnreadBody(request)
    await runAfterCommit(ctx)
    const response = new Response(answered.body, answered)
    setTransportHeaders(response.headers, getRequestUrl(request))
    response.headers.set('x-request-id', ctx.requestId)
    setServerTiming(response.headers, visibleRoundTrips(ctx))
    const { status } = response
    const ms = Date.now() - ctx.now.getTime()
    recordRequest(ctx, { name: kind, status, ms })
    ctx.log.info(kind, {
      method: request.method,
      status,
      ms,
      roundTrips: ctx.db.roundTrips(),
    })
    return response
  }
