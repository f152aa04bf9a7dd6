import type { CacheTag, Call } from '#api/calls.ts'
import { getCacheRule } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { servedCalls } from '#api/index.ts'
import { deviceDays } from '#api/people/attempts/rules.ts'
import { proofMinutes } from '#api/people/own-accounts/rules.ts'
import { changedCookie, formatChanges } from './cache/own-changes.ts'
import { formatClearedSessionCookie, formatSessionCookie } from './session-cookie.ts'

const isSecure = (origin: string) => origin.startsWith('https:')

/** Names a cookie that is bound to this host; the prefix `__Host-` requires https. */
const hostCookie = (name: string, origin: string) => (isSecure(origin) ? `__Host-${name}` : name)
/**
 * Returns the name of the cookie with this browser's random secret, `ctx.browserKey`. It has the prefix `__Host-` on
 * https, as the session cookie does.
 */
export const browserKeyCookieName = ({ origin }: URL) => hostCookie('browser-key', origin)
/** Returns the name of the cookie that lists the users who have signed in on this device, with `__Host-` on https. */
export const knownDevicesCookieName = ({ origin }: URL) => hostCookie('devices', origin)

function append(headers: Headers, { requestOrigin }: Visitor, name: string, value: string, seconds: number): void {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(requestOrigin) ? '; Secure' : ''}`
  headers.append('set-cookie', `${name}=${value}; ${attributes}`)
}

/**
 * Lifetime of the browser key, longer than that of anything bound to it: an identity, which renews the cookie, lives
 * longest.
 */
const secondsOfBrowserKey = (proofMinutes + 5) * 60

/**
 * Sets the cookie of the browser key that a call of this request has bound something to, for 65 minutes. Does nothing
 * without a new key.
 */
export function writeBrowserKey(ctx: Visitor, headers: Headers): void {
  const name = hostCookie('browser-key', ctx.requestOrigin)
  if (ctx.browserKey.newValue) append(headers, ctx, name, ctx.browserKey.newValue, secondsOfBrowserKey)
}

/**
 * Sets, for 180 days, the cookie that lists the users who have signed in on this device, by which limits tell their
 * sign-ins from guesses. Does nothing when the list is unchanged.
 */
export function writeKnownDevices(ctx: Visitor, headers: Headers): void {
  const name = hostCookie('devices', ctx.requestOrigin)
  if (ctx.knownDevices.newValue) append(headers, ctx, name, ctx.knownDevices.newValue, deviceDays * 86_400)
}

/**
 * Sets or clears the session cookie of pages when a call of this request has begun or ended a session.
 *
 * Such a response is not stored, and an ended session also clears the browser's HTTP cache. Does nothing when the
 * session is unchanged. Does not touch the session row.
 */
export async function writePageSession(ctx: Visitor, url: URL, headers: Headers): Promise<void> {
  const session = ctx.pageSession.newState
  if (!session) return
  const cookie =
    session === 'ended'
      ? formatClearedSessionCookie(url)
      : formatSessionCookie(ctx.env.SESSION_SECRET, url, session.token, session.endsAt)
  headers.append('set-cookie', cookie)
  // Clears cached pages and pictures with the session. The page clears its storage itself, after offering to send
  // queued work.
  if (session === 'ended') headers.set('clear-site-data', '"cache"')
  headers.set('cache-control', 'no-store')
}

/** Longest time that some data centre may store a response from before a write. */
const secondsOfChanges = Math.max(
  60,
  ...servedCalls.map(({ call }: { call: Call }) => getCacheRule(call)?.seconds ?? 0),
)

/** Lifetime of a bookmark, far longer than replicas lag. */
const secondsOfBookmark = 600

/**
 * Sets the cookies that keep the browser's next reads from being older than its own write, in any data centre.
 *
 * `changed` has the moment, now, of the invalidated `tags`, and of the earlier ones that the browser sent; it lives for
 * the longest freshness of any cached response, and is left out without tags. `bookmark` has D1's bookmark for ten
 * minutes, and is left out without one.
 */
export function writeChangeCookies(ctx: Visitor, headers: Headers, tags: readonly CacheTag[]): void {
  const now = Date.now()
  const changes = { ...ctx.changedAt, ...Object.fromEntries(tags.map((tag) => [tag, now])) }
  if (tags.length > 0) append(headers, ctx, changedCookie, formatChanges(changes), secondsOfChanges)
  const bookmark = ctx.db.bookmark()
  if (bookmark) append(headers, ctx, 'bookmark', bookmark, secondsOfBookmark)
}
