import type { MiddlewareHandler } from 'hono'
import { getRequestUrl } from '#platform/request-url.ts'
import { documentationResponse } from '../openapi/documentation.ts'
import type { EdgeEnv } from './edge-env.ts'
import { withSecurityHeaders } from './security-headers.ts'

/**
 * Serves the documentation of the calls, as `documentationResponse` describes. Passes on all other paths, and methods
 * other than GET and HEAD.
 */
export const apiDocs: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  const response = isRead ? await documentationResponse(getRequestUrl(c.req.raw)) : null
  return response ? withSecurityHeaders(response, c) : next()
}
