import type { MiddlewareHandler } from 'hono'
import type { EdgeContext, EdgeEnv } from './edge-env.ts'

/**
 * Answers a request again when the session row turned out to differ from what the isolate remembered of it.
 * `optimistic.isOn` (platform/optimistic.ts) switches the assumption off.
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

/** Waits for the session row; no response is sent and nothing is logged before it has confirmed the assumption. */
export const sessionConfirmation: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  await next()
  c.set('isSuperseded', !(await c.var.isConfirmed()))
}
