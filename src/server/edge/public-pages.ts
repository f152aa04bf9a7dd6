import type { MiddlewareHandler } from 'hono'
import { sharedCache } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { catalogueLanguage, toCatalogueSearch } from '#api/index.ts'
import { catalogueTags } from '#api/office/public-catalogue/contract.ts'
import { Refused } from '#api/refusals.ts'
import { encodeUtf8 } from '#platform/digest.ts'
import { getRequestUrl } from '#platform/request-url.ts'
import type { CachedResponse } from './cache/cached-response.ts'
import { changedCookie } from './cache/own-changes.ts'
import { type CachedAnswer, serveCached } from './cache/serve-cached.ts'
import { hasEtag } from './call-response.ts'
import type { EdgeEnv } from './edge-env.ts'
import { createContext, getRequestId, parseCookies, toRequestFacts } from './request-context.ts'
import { setServerTiming, visibleRoundTrips } from './security-headers.ts'

/** A rendered page as plain data, which requests may share. */
interface StoredPage {
  status: number
  headers: [string, string][]
  body: string
}

/** Thrown when a page failed to render; a stale copy is sent instead when there is one. */
class FailedPage extends Error {
  readonly page: StoredPage

  constructor(page: StoredPage) {
    super(`a public page failed with ${page.status}`)
    this.page = page
  }
}

/** Thrown to the requests that wait for a page which is not cached: a redirect, or no such page. */
class UncachedPage extends Refused {
  readonly page: StoredPage

  constructor(page: StoredPage) {
    super('not_found')
    this.page = page
  }
}

const rule = sharedCache(60, 'everyone', ...catalogueTags)

/** Headers of one response, which the cached page does not contain. */
const ownHeaders = new Set(['set-cookie', 'x-request-id', 'date', 'content-length', 'cache-control'])

const isPublicPath = (path: string) => catalogueLanguage(path) !== null || /^\/(sitemap\.xml|robots\.txt)$/.test(path)

/** Returns the URL without parameters that the pages do not know. */
function toPublicUrl(url: URL): URL {
  const own = new URL(url)
  own.search = toCatalogueSearch(url.searchParams)
  return own
}

/**
 * Returns the request for a public page without what could make the page personal: cookies, languages, URLs of
 * other pages. The cookie with the browser's own changes stays, so that the page is as fresh as the browser needs.
 */
function toImpersonal(request: Request, url: URL): Request {
  const headers = new Headers()
  const changed = parseCookies(request.headers)[changedCookie]
  if (changed) headers.set('cookie', `${changedCookie}=${changed}`)
  return new Request(url, { headers })
}

async function toStoredPage(response: Response): Promise<StoredPage> {
  const headers = [...response.headers].filter(([name]) => !ownHeaders.has(name))
  return { status: response.status, headers, body: await response.text() }
}

/** Parsed pages: a cached page has many readers and is parsed and encoded once. */
const parsed = new WeakMap<CachedResponse, { page: StoredPage; bytes: Uint8Array<ArrayBuffer> }>()

function parse(cached: CachedResponse) {
  const storedPage = parsed.get(cached)
  if (storedPage) return storedPage
  const page = JSON.parse(cached.text) as StoredPage
  const parsedPage = { page, bytes: encodeUtf8(page.body) }
  parsed.set(cached, parsedPage)
  return parsedPage
}

function toCachedResponse({ response, status }: CachedAnswer, request: Request, ctx: Visitor): Response {
  const { page, bytes } = parse(response)
  const headers = new Headers(page.headers)
  headers.set('cache-control', 'public, no-cache')
  headers.set('cache-status', status)
  headers.set('cache-tag', rule.tags.join(','))
  headers.set('etag', response.etag)
  headers.set('x-request-id', ctx.requestId)
  headers.delete('server-timing')
  setServerTiming(headers, visibleRoundTrips(ctx))
  return hasEtag(request, response.etag)
    ? new Response(null, { status: 304, headers })
    : new Response(bytes, { status: page.status, headers })
}

function toUncachedResponse({ status, headers, body }: StoredPage, request: Request): Response {
  const response = new Response(body, { status, headers })
  response.headers.set('cache-control', 'no-cache')
  response.headers.set('cache-status', 'edge; fwd=bypass')
  response.headers.set('x-request-id', getRequestId(request.headers))
  return response
}

function fromError(error: unknown, request: Request): Response {
  if (error instanceof UncachedPage || error instanceof FailedPage) return toUncachedResponse(error.page, request)
  throw error
}

/**
 * Answers pages of the public catalogue from the edge cache, as bytes that are the same for every visitor. Passes on
 * `POST` and other pages.
 *
 * A page that is not cached is rendered without cookies. A redirect or an error is not stored; for a server error a
 * stale copy is sent where there is one, as `serveCached` does.
 */
export const publicPages: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const request = c.req.raw
  const requestUrl = getRequestUrl(request)
  if (request.method === 'POST' || !isPublicPath(requestUrl.pathname)) return next()
  const ctx = createContext(toRequestFacts(c))
  const url = toPublicUrl(requestUrl)
  const render = async () => {
    c.req.raw = toImpersonal(request, url)
    await next()
    const page = await toStoredPage(c.res)
    if (page.status >= 500) throw new FailedPage(page)
    if (page.status !== 200) throw new UncachedPage(page)
    return JSON.stringify(page)
  }
  const key = `${url.origin}/.edge/pages${url.pathname}${url.search}`
  const response = await serveCached(ctx, key, rule, render).then(
    (answer) => toCachedResponse(answer, request, ctx),
    (error: unknown) => fromError(error, request),
  )
  // Hono would add the headers of the rendered response, cookies included, to the one that replaces it.
  c.res = undefined
  c.res = response
}
