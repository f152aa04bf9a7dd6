import type { Visitor } from '#api/context.ts'
import { noSessionCookie, sessionCookie } from './session-cookie.ts'

/** Gives the browser the page cookie that the calls of this request ask for. */
export async function writePageSession(ctx: Visitor, url: URL, headers: Headers): Promise<void> {
  const session = ctx.pageSession.becomes
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
