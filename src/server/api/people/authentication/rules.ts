/** A session ends after 12 hours without use, and after 30 days whatever happens (spec G-013b). */
const idleHours = 12
const sessionDays = 30

const hours = (count: number) => count * 3_600_000

/** How a person proves who they are when a session is opened. */
export const openedBy = ['password', 'single-sign-on', 'new-password', 'external-login', 'passkey'] as const
export type OpenedBy = (typeof openedBy)[number]

/** Seconds after a sign-in by password during which the password is not asked for again. */
export const secondsFresh = 300

/** The moment a session ends for good. */
export const sessionEnd = (createdAt: Date) => new Date(createdAt.getTime() + hours(24 * sessionDays))

/** The moment a session ends if it is not used again. */
export const sessionExpiry = (createdAt: Date, now: Date) =>
  new Date(Math.min(now.getTime() + hours(idleHours), sessionEnd(createdAt).getTime()))

/** A use is written down at most this often, so that a page does not cost a write. */
const secondsBetweenTouches = 300
export const isWorthTouching = (lastUsedAt: Date, now: Date) =>
  now.getTime() - lastUsedAt.getTime() >= secondsBetweenTouches * 1000

/** Until when a session that is alive now is so without being used again: its use may have been written down a while ago. */
export const surelyAliveUntil = (end: Date, now: Date) =>
  new Date(Math.min(now.getTime() + hours(idleHours) - secondsBetweenTouches * 1000, end.getTime()))

interface Entrant {
  inactiveAt: Date | null
  passwordExpiresAt: Date | null
}

/** Asked only of somebody who has proved who they are: the answers tell of the account. */
export function refuseEntry(person: Entrant, now: Date) {
  if (person.inactiveAt) return 'user_inactive'
  if (person.passwordExpiresAt && person.passwordExpiresAt <= now) return 'password_expired'
  return null
}

const home = '/'
const nowhere = 'http://portal.invalid'

/** A path of the portal itself, made safe to redirect to; anything else becomes the dashboard. */
export function ownPath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith('/') || wanted.includes('\\') || !URL.canParse(wanted, nowhere)) return home
  const url = new URL(wanted, nowhere)
  // Browsers read `\` as `/` and skip tabs, and `/.//host` loses its dot: what counts is the address that comes out.
  const isForeign = (path: string) => /^\/[/\\]/.test(path) || path.includes('\\')
  if (url.origin !== nowhere || isForeign(url.pathname) || isForeign(unescaped(url.pathname))) return home
  return url.pathname + url.search + url.hash
}

/** Where to go on after signing in: never back to the login (spec G-011). */
export function returnPath(wanted: string | null | undefined): string {
  const path = ownPath(wanted)
  return /^\/login(?:[/?#]|$)/i.test(path) ? home : path
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '//'
  }
}
