import type { MiddlewareHandler } from 'hono'
import { Refused } from '#api/refusals.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { isInvalidPath } from '#screens/screens.ts'
import type { EdgeEnv } from './edge-env.ts'
import { refusalResponse } from './refusal-response.ts'
import { createContext, toRequestFacts } from './request-context.ts'
import { setCallHeaders, setSecurityHeaders } from './security-headers.ts'

const methods = ['GET', 'HEAD', 'POST']

/**
 * Refuses methods other than GET, HEAD and POST, which Astro would accept. The response is 405 with
 * `method_not_allowed`; nothing is thrown.
 */
export const pageMethods: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const request = c.req.raw
  if (methods.includes(request.method)) return next()
  const ctx = createContext(toRequestFacts(c))
  const response = refusalResponse(new Refused('method_not_allowed', { details: { allowed: methods } }), ctx)
  setSecurityHeaders(response.headers, getRequestUrl(request), ctx)
  setCallHeaders(response.headers)
  return response
}

/**
 * Routes a path that cannot be decoded to the page 404, because Astro would throw before a page could refuse it. Does
 * not redirect: the browser's URL stays.
 */
export const decodablePath: MiddlewareHandler<EdgeEnv> = (c, next) => {
  const request = c.req.raw
  const url = getRequestUrl(request)
  if (isInvalidPath(url.pathname)) c.req.raw = new Request(new URL('/404', url), request)
  return next()
}
