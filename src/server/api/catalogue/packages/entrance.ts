import type { Visitor } from '#api/context.ts'
import { translator } from '#locales/translate.ts'
import { grantCookie, grantedUntil, grantFor, grantIn } from './grants.ts'
import { packageOrigin } from './origins.ts'
import { PORTAL_FOLDER } from './rules.ts'

const ENTRANCE = new RegExp(`^/${PORTAL_FOLDER}(enter|entered)/([^/]+)/(.*)$`)

/** In the addresses of browsers that keep no cookie of a framed site. */
const GRANTED_PATH = /^\/~([0-9a-z]+\.[A-Za-z0-9_-]+)(\/.*)$/

/** A fallback address changes no oftener than this, so that reloading a course finds its files in the browser's cache. */
const periodMs = 4 * 3_600_000

interface Page {
  folder: string
  /** From the folder's root, with its query. */
  path: string
  until: Date
}

function grantOf({ env }: Pick<Visitor, 'env'>, { folder, until }: Page): string {
  const end = new Date(Math.ceil(until.getTime() / periodMs) * periodMs)
  return grantFor(env.SESSION_SECRET, folder, end)
}

const addressOf = ({ env }: Pick<Visitor, 'env'>, { folder, path }: Page, prefix: string) =>
  `${packageOrigin(env.CONTENT_ORIGIN, folder)}/${prefix}/${path}`

/** The address that opens a page of a package until an instant or some hours later. */
export const entranceTo = (ctx: Pick<Visitor, 'env'>, page: Page): string =>
  addressOf(ctx, page, `${PORTAL_FOLDER}enter/${grantOf(ctx, page)}`)

/** The same without the cookie: the windows that a course opens are not framed, and a browser keeps their cookies apart. */
export const grantedAddress = (ctx: Pick<Visitor, 'env'>, page: Page): string =>
  addressOf(ctx, page, `~${grantOf(ctx, page)}`)

/** A package's file that is asked for, and whether the request may have it. */
export interface GrantedFile {
  pathname: string
  isGranted: boolean
}

/** Reads the grant out of the address, or else out of the cookie. */
export function grantedFile(request: Request, url: URL, folder: string, ctx: Visitor): GrantedFile {
  const [, inPath, pathname] = GRANTED_PATH.exec(url.pathname) ?? []
  const isGranted = (grant: string) => grantedUntil(ctx.env.SESSION_SECRET, folder, grant, ctx.now) !== null
  if (inPath && pathname && isGranted(inPath)) return { pathname, isGranted: true }
  return { pathname: url.pathname, isGranted: isGranted(grantIn(request.headers.get('cookie'))) }
}

const redirect = (location: string, headers: Headers) => {
  headers.set('location', location)
  headers.set('cache-control', 'no-store')
  headers.delete('content-type')
  return new Response(null, { status: 302, headers })
}

/**
 * Answers the two steps of an entrance: the first sets the cookie, the second sees whether the browser has kept it and else
 * goes on with the grant in the path, where relative addresses keep it. Null for any other address.
 */
export function entranceResponse(
  request: Request,
  url: URL,
  folder: string,
  { ctx, headersFor }: { ctx: Visitor; headersFor: () => Headers },
): Response | null {
  const [, step, grant = '', path = ''] = ENTRANCE.exec(url.pathname) ?? []
  if (!step) return null
  const until = grantedUntil(ctx.env.SESSION_SECRET, folder, grant, ctx.now)
  if (!until) return closedResponse(headersFor())
  const headers = headersFor()
  // Absolute, because a path that begins with two slashes would name another host.
  const to = (prefix: string) => `${url.origin}/${prefix}${path}${url.search}`
  if (step === 'enter') {
    headers.set('set-cookie', grantCookie(grant, until, ctx.now))
    return redirect(to(`${PORTAL_FOLDER}entered/${grant}/`), headers)
  }
  const kept = grantIn(request.headers.get('cookie'))
  const isKept = grantedUntil(ctx.env.SESSION_SECRET, folder, kept, ctx.now) !== null
  return redirect(to(isKept ? '' : `~${grant}/`), headers)
}

const inBoth = (name: 'title' | 'text', element: string) =>
  (['sv', 'en'] as const)
    .map(
      (language) => `<${element} lang="${language}">${translator(language, 'player')(`closed.${name}`)}</${element}>`,
    )
    .join('')

/** A plain page that asks to open the course from the portal again. The host knows nobody's language. */
export function closedResponse(headers: Headers): Response {
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
  headers.set('cache-control', 'no-store')
  const body = `<!doctype html><html lang="sv"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${translator('sv', 'player')('closed.title')}</title>
<main style="font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1rem">
<h1 style="font-size:1.5rem">${translator('sv', 'player')('closed.title')}</h1>${inBoth('text', 'p')}</main></html>`
  return new Response(body, { status: 403, headers })
}
