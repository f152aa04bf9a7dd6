import type { Visitor } from '#api/context.ts'
import { translator } from '#locales/translate.ts'
import { formatGrantCookie, readGrantCookie, signGrant, verifyGrant } from './grants.ts'
import { toPackageOrigin } from './origins.ts'
import { PORTAL_FOLDER } from './rules.ts'

const ENTRANCE = new RegExp(`^/${PORTAL_FOLDER}(enter|entered)/([^/]+)/(.*)$`)

/** Matches a URL with a grant in its path, for browsers that block cookies in frames. */
const GRANTED_PATH = /^\/~([0-9a-z]+\.[A-Za-z0-9_-]+)(\/.*)$/

/**
 * The grant in a URL changes only every four hours, so that a reloaded course finds its files in the browser's cache.
 */
const periodMs = 4 * 3_600_000

interface PackagePage {
  folder: string
  /** From the folder's root, with its query string. */
  path: string
  until: Date
}

function createGrant({ env }: Pick<Visitor, 'env'>, { folder, until }: PackagePage): string {
  const end = new Date(Math.ceil(until.getTime() / periodMs) * periodMs)
  return signGrant(env.SESSION_SECRET, folder, end)
}

const toUrl = ({ env }: Pick<Visitor, 'env'>, { folder, path }: PackagePage, prefix: string) =>
  `${toPackageOrigin(env.CONTENT_ORIGIN, folder)}/${prefix}/${path}`

/**
 * Returns the absolute URL on the package's host that grants access, and then opens a page of the package. It is valid
 * until the page's instant, rounded up to the next four hours.
 */
export const toEntranceUrl = (ctx: Pick<Visitor, 'env'>, page: PackagePage): string =>
  toUrl(ctx, page, `${PORTAL_FOLDER}enter/${createGrant(ctx, page)}`)

/**
 * Returns the absolute URL of a page of a package with the grant in its path, which needs no cookie. It is valid as
 * long as that of `toEntranceUrl`. Windows that a course opens are not framed, and browsers partition their cookies
 * apart from those of the frame.
 */
export const toGrantedUrl = (ctx: Pick<Visitor, 'env'>, page: PackagePage): string =>
  toUrl(ctx, page, `~${createGrant(ctx, page)}`)

/** The requested file of a package, and whether the request has a valid grant. */
export interface GrantedFile {
  pathname: string
  isGranted: boolean
}

/**
 * Returns the path of the requested file, and whether the grant in the URL, or else that of the cookie, opens the
 * folder now (`isGranted`). A valid grant is removed from `pathname`, which begins with a slash. Reads no file.
 */
export function readGrantedFile(request: Request, url: URL, folder: string, ctx: Visitor): GrantedFile {
  const [, inPath, pathname] = GRANTED_PATH.exec(url.pathname) ?? []
  const isGranted = (grant: string) => verifyGrant(ctx.env.SESSION_SECRET, folder, grant, ctx.now) !== null
  if (inPath && pathname && isGranted(inPath)) return { pathname, isGranted: true }
  return { pathname: url.pathname, isGranted: isGranted(readGrantCookie(request.headers.get('cookie'))) }
}

const redirect = (location: string, headers: Headers) => {
  headers.set('location', location)
  headers.set('cache-control', 'no-store')
  headers.delete('content-type')
  return new Response(null, { status: 302, headers })
}

/**
 * Answers the two steps of an entrance, or returns null for any other URL. The first step sets the cookie. The second
 * redirects to the page, or, if the browser has not stored the cookie, to a URL with the grant in the path, where
 * relative URLs retain it. An invalid grant gets `respondClosed`. `headersFor` makes the headers of the response, to
 * which it adds its own.
 */
export function respondToEntrance(
  request: Request,
  url: URL,
  folder: string,
  { ctx, headersFor }: { ctx: Visitor; headersFor: () => Headers },
): Response | null {
  const [, step, grant = '', path = ''] = ENTRANCE.exec(url.pathname) ?? []
  if (!step) return null
  const until = verifyGrant(ctx.env.SESSION_SECRET, folder, grant, ctx.now)
  if (!until) return respondClosed(headersFor())
  const headers = headersFor()
  // An absolute URL, because a path that begins with two slashes would name another host.
  const to = (prefix: string) => `${url.origin}/${prefix}${path}${url.search}`
  if (step === 'enter') {
    headers.set('set-cookie', formatGrantCookie(grant, until, ctx.now))
    return redirect(to(`${PORTAL_FOLDER}entered/${grant}/`), headers)
  }
  const cookieGrant = readGrantCookie(request.headers.get('cookie'))
  const hasCookie = verifyGrant(ctx.env.SESSION_SECRET, folder, cookieGrant, ctx.now) !== null
  return redirect(to(hasCookie ? '' : `~${grant}/`), headers)
}

const inBothLanguages = (name: 'title' | 'text', element: string) =>
  (['sv', 'en'] as const)
    .map(
      (language) => `<${element} lang="${language}">${translator(language, 'player')(`closed.${name}`)}</${element}>`,
    )
    .join('')

/**
 * Returns a page with status 403 that asks the user to open the course from the portal again. It is in both languages,
 * because the host knows no session. Adds its own headers to `headers`, which the response gets.
 */
export function respondClosed(headers: Headers): Response {
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
  headers.set('cache-control', 'no-store')
  const body = `<!doctype html><html lang="sv"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${translator('sv', 'player')('closed.title')}</title>
<main style="font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1rem">
<h1 style="font-size:1.5rem">${translator('sv', 'player')('closed.title')}</h1>${inBothLanguages('text', 'p')}</main></html>`
  return new Response(body, { status: 403, headers })
}
