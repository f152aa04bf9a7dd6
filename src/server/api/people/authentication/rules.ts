/** A session ends after 12 hours without use, and at the latest after 30 days (spec G-013b). */
const idleHours = 12
const sessionDays = 30

const hours = (count: number) => count * 3_600_000

/** Methods by which a session is opened. */
export const sessionMethods = [
  'password',
  'single-sign-on',
  'new-password',
  'external-login',
  // Its app does not return to the browser, so somebody else may have started the sign-in: neither two factors nor a proof.
  'freja',
  'passkey',
  'openid-connect',
  'openid-connect-mfa',
] as const
export type SessionMethod = (typeof sessionMethods)[number]

/** Seconds after an authentication during which the password is not required again. */
export const recentAuthenticationSeconds = 300

/** Returns the latest possible end of a session: 30 days after its beginning. */
export const sessionEnd = (createdAt: Date) => new Date(createdAt.getTime() + hours(24 * sessionDays))

/**
 * Returns the end of a session that is not used again: 12 hours after `now`, at the latest 30 days after its beginning.
 */
export const sessionExpiry = (createdAt: Date, now: Date) =>
  new Date(Math.min(now.getTime() + hours(idleHours), sessionEnd(createdAt).getTime()))

/** Minimum time between two writes of a session's last use, so that not every request writes. */
const secondsBetweenTouches = 300
/** Whether the last use of a session should be written again: at most every five minutes. */
export const shouldTouchSession = (lastUsedAt: Date, now: Date) =>
  now.getTime() - lastUsedAt.getTime() >= secondsBetweenTouches * 1000

/**
 * Returns the time until which a live session is certainly valid without further use; its stored last use may be up to
 * five minutes old. `end` is its latest possible end.
 */
export const guaranteedAliveUntil = (end: Date, now: Date) =>
  new Date(Math.min(now.getTime() + hours(idleHours) - secondsBetweenTouches * 1000, end.getTime()))

interface SignInState {
  inactiveAt: Date | null
  passwordExpiresAt: Date | null
}

/**
 * Returns why a person may not sign in: `user_inactive` with any `inactiveAt`, `password_expired` from
 * `passwordExpiresAt` itself on (null never expires). Null when they may. Called only after authentication, because the
 * reason reveals the state of the account.
 */
export function refuseSignIn(person: SignInState, now: Date) {
  if (person.inactiveAt) return 'user_inactive'
  if (person.passwordExpiresAt && person.passwordExpiresAt <= now) return 'password_expired'
  return null
}

const home = '/'
const nowhere = 'http://portal.invalid'

/**
 * Returns a path of the portal that is safe to redirect to, with its query and fragment, from one that a caller has
 * sent. It is the dashboard (`/`) for anything that could lead to another host, has a backslash or no slash at its
 * beginning, and without one.
 */
export function toOwnPath(requested: string | null | undefined): string {
  if (!requested?.startsWith('/') || requested.includes('\\') || !URL.canParse(requested, nowhere)) return home
  const url = new URL(requested, nowhere)
  // Browsers read `\` as `/` and ignore tabs, and `/.//host` becomes `//host`, so the resolved URL is checked.
  const isForeign = (path: string) => /^\/[/\\]/.test(path) || path.includes('\\')
  if (url.origin !== nowhere || isForeign(url.pathname) || isForeign(unescaped(url.pathname))) return home
  return url.pathname + url.search + url.hash
}

/**
 * Returns the path to go to after sign-in, from one that a caller has sent; the dashboard for another host, and for a
 * page of signing in or of creating an account (spec G-011).
 */
export function toReturnPath(requested: string | null | undefined): string {
  const path = toOwnPath(requested)
  return /^\/(?:login(?:[/?#]|$)|register(?:[?#]|$))/i.test(path) ? home : path
}

/**
 * Returns the URL of a page on the way to sign-in that keeps `target`, where to go afterwards, in `returnUrl`; bare
 * when that is the dashboard. `page` has no query of its own.
 */
export const withReturnPath = (page: string, target: string): string =>
  target === home ? page : `${page}?returnUrl=${encodeURIComponent(target)}`

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '//'
  }
}
