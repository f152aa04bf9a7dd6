import { isSigned, signText } from '#platform/rotating-secret.ts'

/**
 * Creates the value of the page cookie: `<session token>.<end, epoch seconds>.<signature>`; `endsAt` is rounded down to
 * the second. Does not set the cookie.
 *
 * The signature rejects forged cookies without a database read; the person and the roles are always read from the
 * session row. `secret` may hold several, as `listSecrets` reads them; the newest signs.
 */
export function sealSession(secret: string, token: string, endsAt: Date): string {
  const body = `${token}.${Math.floor(endsAt.getTime() / 1000)}`
  return `${body}.${signText(secret, body)}`
}

/**
 * Returns the session token of a page cookie; null without a cookie, or when none of the secrets has signed it, the
 * session has ended or the format is unknown. Does not ask whether the session still exists.
 */
export function openSession(secret: string, cookie: string | undefined, now: Date): string | null {
  const [token, end, signature, ...rest] = (cookie ?? '').split('.')
  if (!token || !end || !signature || rest.length > 0) return null
  if (!isSigned(secret, `${token}.${end}`, signature)) return null
  return Number(end) * 1000 > now.getTime() ? token : null
}

/**
 * Returns the bearer token of a call, the only way to authenticate a call as a person; null without one or with another
 * scheme.
 */
export function parseBearerToken(headers: Headers): string | null {
  const [scheme, token] = (headers.get('authorization') ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/**
 * Returns the end of the session from the value of a page cookie; the cookie expires at the same moment. A value that
 * is not in the format of `sealSession` gives an invalid `Date`. The signature is not checked, nor whether the end has
 * passed.
 */
export const parseSessionEnd = (cookie: string): Date => new Date(Number(cookie.split('.')[1]) * 1000)

/** Returns the name of the session cookie. The prefix `__Host-` requires https; plain http omits it. */
export const sessionCookieName = (url: URL) => (url.protocol === 'https:' ? '__Host-session' : 'session')

const attributes = (url: URL) => `Path=/; HttpOnly; SameSite=Lax${url.protocol === 'https:' ? '; Secure' : ''}`

/**
 * Returns the value of the `Set-Cookie` header of a new session: HttpOnly, SameSite=Lax, for all paths, Secure on
 * https, until `endsAt`. The newest of the secrets signs it, as in `sealSession`.
 */
export function formatSessionCookie(secret: string, url: URL, token: string, endsAt: Date): string {
  const value = sealSession(secret, token, endsAt)
  return `${sessionCookieName(url)}=${value}; Expires=${endsAt.toUTCString()}; ${attributes(url)}`
}

/** Returns the value of the `Set-Cookie` header that removes the session cookie. Does not end the session. */
export const formatClearedSessionCookie = (url: URL) => `${sessionCookieName(url)}=; Max-Age=0; ${attributes(url)}`
