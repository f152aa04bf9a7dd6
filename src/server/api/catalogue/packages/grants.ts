import { isSigned, signText } from '#platform/rotating-secret.ts'

/**
 * Matches a grant: the right to read the files of one package until an instant, as `<seconds, base 36>.<HMAC>`. Its
 * signature alone is checked, so that no file costs a database round trip.
 */
const GRANT = /^([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/

/**
 * Name of the cookie that has the grant of a package. The `__Host-` prefix prevents other packages from setting it for
 * the domain that they share.
 */
export const GRANT_COOKIE = '__Host-course'

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

const signedText = (folder: string, until: string) => `content.${folder}.${until}`

/**
 * Creates a grant for a package's folder until an instant: the signed text by which a browser reads its files. The
 * newest of the secrets signs it.
 */
export function signGrant(secret: string, folder: string, until: Date): string {
  const text = seconds(until).toString(36)
  return `${text}.${signText(secret, signedText(folder, text))}`
}

/**
 * Returns the instant until which a grant is valid for a folder. Null when that is over at `now`, or the grant is
 * malformed, for another folder, or signed by none of the secrets.
 */
export function verifyGrant(secret: string, folder: string, grant: string, now: Date): Date | null {
  const [, until = '', sent = ''] = GRANT.exec(grant) ?? []
  const end = new Date(Number.parseInt(until, 36) * 1000)
  if (!sent || !(end > now)) return null
  return isSigned(secret, signedText(folder, until), sent) ? end : null
}

/** Returns the grant of a Cookie header, or an empty string. Does not verify it. */
export function readGrantCookie(cookies: string | null): string {
  const pair = (cookies ?? '').split(/;\s*/).find((one) => one.startsWith(`${GRANT_COOKIE}=`))
  return pair?.slice(GRANT_COOKIE.length + 1) ?? ''
}

/**
 * Returns the value of the `Set-Cookie` header of a grant, which lives until the instant `until`. The cookie is
 * partitioned, so that browsers that block cookies in frames store it for frames of the portal.
 */
export const formatGrantCookie = (grant: string, until: Date, now: Date): string =>
  `${GRANT_COOKIE}=${grant}; Path=/; Max-Age=${seconds(until) - seconds(now)}; HttpOnly; Secure; SameSite=None; Partitioned`
