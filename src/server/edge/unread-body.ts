import type { MiddlewareHandler } from 'hono'
import type { EdgeEnv } from './edge-env.ts'

/** More than this is not read: the sender's connection breaks. */
const maxBytes = 1_048_576

/**
 * Reads the part of a body that a refusal has left unread. A server closes a connection on which a response has gone out before the
 * request was read, and the next request of the same browser would be lost with it.
 */
export async function readUnreadBody(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed || request.body.locked) return
  const reader = request.body.getReader()
  try {
    let bytes = 0
    while (bytes <= maxBytes) {
      const { done, value } = await reader.read()
      if (done) return
      bytes += value.byteLength
    }
    await reader.cancel()
  } catch {
    // The sender has gone: there is nobody left to be answered.
  }
}

/** Sends a response when the request has been read, also when its first line was enough to refuse it. */
export const unreadBody: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  await next()
  await readUnreadBody(c.req.raw)
}
