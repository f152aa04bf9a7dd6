import type { MiddlewareHandler } from 'hono'
import type { EdgeContext, EdgeEnv } from './edge-env.ts'

/**
 * Returns the middleware that answers a request a second time when its session row differs from the one that the
 * isolate remembered.
 *
 * Requires `sessionConfirmation` after it in the chain, which sets `isSuperseded`; without it the first response is
 * sent. A second response replaces the first; only reads begin with an assumption, so nothing was written. The
 * remembered row is forgotten by then, so `answerAgain` runs the whole chain, this middleware included, on a new
 * context, which reads the row first. While `optimistic.isOn` (platform/optimistic.ts) is false no request begins with
 * an assumption, and none is answered twice.
 */
export const optimisticSession =
  (answerAgain: (c: EdgeContext) => Response | Promise<Response>): MiddlewareHandler<EdgeEnv> =>
  async (c, next) => {
    await next()
    if (!c.var.isSuperseded) return
    // Hono would carry the headers of the first response over to the second.
    c.res = undefined
    c.res = await answerAgain(c)
  }

/**
 * Waits, after the call, until the session row has been compared with the assumed one, before any response is sent or
 * logged. Sets `isSuperseded` to whether they differ; `optimisticSession` then answers the request a second time.
 */
export const sessionConfirmation: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  await next()
  c.set('isSuperseded', !(await c.var.isConfirmed()))
}
