import type { CacheTag, Call } from '#api/calls.ts'
import { getCacheRule } from '#api/calls.ts'
import type { Visitor } from '#api/context.ts'
import { servedCalls } from '#api/index.ts'
import { deviceDays } from '#api/people/attempts/rules.ts'
import { changedCookie, writeChanges } from './cache/own-changes.ts'
import { noSessionCookie, sessionCookie } from './session-cookie.ts'

const isSecure = (origin: string) => origin.startsWith('https:')

/** Cookies that are bound to this host; `__Host-` needs https. */
const hostCookie = (name: string, origin: string) => (isSecure(origin) ? `__Host-${name}` : name)
export const browserKeyName = ({ origin }: URL) => hostCookie('browser-key', origin)
export const knownDevicesName = ({ origin }: URL) => hostCookie('devices', origin)

function append(headers: Headers, { requestOrigin }: Visitor, name: string, value: string, seconds: number): void {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(requestOrigin) ? '; Secure' : ''}`
  headers.append('set-cookie', `${name}=${value}; ${attributes}`)
}

/** Longer than anything that is bound by it lives. */
const secondsOfBrowserKey = 900

/** Gives the browser the key that a call of this request has bound something to. */
export function writeBrowserKey(ctx: Visitor, headers: Headers): void {
  const name = hostCookie('browser-key', ctx.requestOrigin)
  if (ctx.browserKey.newValue) append(headers, ctx, name, ctx.browserKey.newValue, secondsOfBrowserKey)
}

/** Gives the browser the cookie that distinguishes its owners' sign-ins from guesses; see people/attempts. */
export function writeKnownDevices(ctx: Visitor, headers: Headers): void {
  const name = hostCookie('devices', ctx.requestOrigin)
  if (ctx.knownDevices.newValue) append(headers, ctx, name, ctx.knownDevices.newValue, deviceDays * 86_400)
}

/** Gives the browser the page cookie that the calls of this request ask for. */
export async function writePageSession(ctx: Visitor, url: URL, headers: Headers): Promise<void> {
  const session = ctx.pageSession.newState
  if (!session) return
  const cookie =
    session === 'ended'
      ? noSessionCookie(url)
      : await sessionCookie(ctx.env.SESSION_SECRET, url, session.token, session.endsAt)
  headers.append('set-cookie', cookie)
  // The browser's cache of pages and pictures goes with the session. Its storage is left to the page, which offers unsent work first.
  if (session === 'ended') headers.set('clear-site-data', '"cache"')
  headers.set('cache-control', 'no-store')
}

/** As long as some data centre may hold a response from before the write. */
const secondsOfChanges = Math.max(
  60,
  ...servedCalls.map(({ call }: { call: Call }) => getCacheRule(call)?.seconds ?? 0),
)

/** Replicas are seconds behind, never minutes. */
const secondsOfBookmark = 600

/** Gives the browser the cookies by which its next reads are never behind its own write, in whichever data centre. */
export function writeOwnChanges(ctx: Visitor, headers: Headers, tags: readonly CacheTag[]): void {
  const now = Date.now()
  const changes = { ...ctx.changedAt, ...Object.fromEntries(tags.map((tag) => [tag, now])) }
  if (tags.length > 0) append(headers, ctx, changedCookie, writeChanges(changes), secondsOfChanges)
  const bookmark = ctx.db.bookmark()
  if (bookmark) append(headers, ctx, 'bookmark', bookmark, secondsOfBookmark)
}
