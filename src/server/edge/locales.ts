import type { MiddlewareHandler } from 'hono'
import { languages } from '#api/actor.ts'
import { namespaces, textsOf } from '#locales/translate.ts'
import { weakEtagOf } from '#platform/digest.ts'
import { urlOf } from '#platform/request-url.ts'
import type { EdgeEnv } from './edge-env.ts'
import { secured } from './security-headers.ts'

const address = /^\/locales\/([\w-]+)\/([\w-]+)\.json$/i

/** Texts change only with a deployment; after an hour the browser revalidates them by ETag. */
const headersOf = (etag: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=3600, stale-while-revalidate=604800, stale-if-error=604800',
  etag,
})

/**
 * A namespace's texts, flat from key to text; null for an address that is none of theirs. `sv-se` is the portal's
 * Swedish, `en-US` and the like its English.
 */
async function localeResponse(request: Request): Promise<Response | null> {
  const [, locale = '', namespace = ''] = address.exec(urlOf(request).pathname) ?? []
  if (!locale) return null
  const language = languages.find((one) => one === locale.toLowerCase().split('-')[0])
  const texts = language && namespaces.includes(namespace) ? textsOf(language, namespace) : null
  if (!texts) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  const text = JSON.stringify(texts)
  const headers = headersOf(await weakEtagOf(text))
  const known = request.headers.get('if-none-match')?.includes(headers.etag.slice(2))
  if (known) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : text, { headers })
}

/** The texts of the islands, by language and namespace. */
export const locales: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const response = c.req.method === 'GET' || c.req.method === 'HEAD' ? await localeResponse(c.req.raw) : null
  return response ? secured(response, c) : next()
}
