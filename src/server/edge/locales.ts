import type { MiddlewareHandler } from 'hono'
import { languages } from '#api/actor.ts'
import { namespaces, textsOf } from '#locales/translate.ts'
import { createWeakEtag } from '#platform/digest.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import type { EdgeEnv } from './edge-env.ts'
import { withSecurityHeaders } from './security-headers.ts'

const address = /^\/locales\/([\w-]+)\/([\w-]+)\.json$/i

/**
 * Returns the cache headers. Texts change only with a deployment; after an hour the browser revalidates them by ETag.
 */
const headersOf = (etag: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=3600, stale-while-revalidate=604800, stale-if-error=604800',
  etag,
})

/**
 * Responds with the texts of a namespace, flat from key to text; null for another URL. `sv-se` selects Swedish,
 * `en-US` and the like English.
 */
async function localeResponse(request: Request): Promise<Response | null> {
  const [, locale = '', namespace = ''] = address.exec(getRequestUrl(request).pathname) ?? []
  if (!locale) return null
  const language = languages.find((one) => one === locale.toLowerCase().split('-')[0])
  const texts = language && namespaces.includes(namespace) ? textsOf(language, namespace) : null
  if (!texts) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  const text = JSON.stringify(texts)
  const headers = headersOf(await createWeakEtag(text))
  const isUnchanged = request.headers.get('if-none-match')?.includes(headers.etag.slice(2))
  if (isUnchanged) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : text, { headers })
}

/**
 * Serves the texts of the islands at `/locales/<language>/<namespace>.json`, flat from key to text. Answers 404 for an
 * unknown language or namespace, 304 for a known ETag, and passes on other URLs and methods.
 */
export const locales: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const response = c.req.method === 'GET' || c.req.method === 'HEAD' ? await localeResponse(c.req.raw) : null
  return response ? withSecurityHeaders(response, c) : next()
}
