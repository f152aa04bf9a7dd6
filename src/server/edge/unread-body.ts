import type { MiddlewareHandler } from 'hono'
import type { EdgeEnv } from './edge-env.ts'

/** Highest number of bytes that are read; a longer body is cancelled, which breaks the connection. */
const maxBytes = 1_048_576

/**
 * Reads the rest of a body that a refusal left unread, at most 1 MiB; cancels a longer one. Does nothing when the body
 * was read.
 *
 * A server closes a connection on which a response was sent before the request was read, and the browser's next request
 * on it would be lost.
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
    // The client has disconnected, so no response is needed.
  }
}

/** Reads the rest of the request body, at most 1 MiB, before the response is sent; a longer body is cancelled. */
export const unreadBody: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  await next()
  await readUnreadBody(c.req.raw)
}
