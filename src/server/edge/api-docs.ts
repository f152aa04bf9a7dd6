import type { MiddlewareHandler } from 'hono'
import { contracts } from '#api/contracts.ts'
import { sha256Base64 } from '#platform/digest.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import { renderDocsPage, stylesheet } from './docs-page.ts'
import type { EdgeEnv } from './edge-env.ts'
import { createOpenApi } from './openapi.ts'
import { withSecurityHeaders } from './security-headers.ts'

let document: ReturnType<typeof createOpenApi> | null = null

/** Returns the OpenAPI document, built once in an isolate. */
const openApi = () => {
  document ??= createOpenApi(contracts)
  return document
}

const cacheHeaders = { 'cache-control': 'public, max-age=300' }

const asJson = () => Response.json(openApi(), { headers: { ...cacheHeaders, 'access-control-allow-origin': '*' } })

async function asPage(): Promise<Response> {
  const style = `'sha256-${await sha256Base64(stylesheet)}'`
  const policy = `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  const headers = { ...cacheHeaders, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return new Response(renderDocsPage(openApi()), { headers })
}

async function documentResponse({ pathname }: URL): Promise<Response | null> {
  const path = pathname.toLowerCase().replace(/\/$/, '')
  if (path === '/api/openapi.json') return asJson()
  return path === '/api/docs' ? asPage() : null
}

/** Serves the documentation of the calls: OpenAPI at `/api/openapi.json`, a page at `/api/docs`. */
export const apiDocs: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  const response = isRead ? await documentResponse(getRequestUrl(c.req.raw)) : null
  return response ? withSecurityHeaders(response, c) : next()
}
