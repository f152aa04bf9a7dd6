import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The right to read the files of one package until an instant, as text: `<seconds, base 36>.<HMAC>`. It is checked by its
 * signature alone, so that no file costs a database round trip.
 */
const GRANT = /^([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/

/** `__Host-` keeps other packages from setting it for the domain they share. */
export const GRANT_COOKIE = '__Host-course'

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

const signature = (secret: string, folder: string, until: string) =>
  createHmac('sha256', secret).update(`content.${folder}.${until}`).digest()

export function grantFor(secret: string, folder: string, until: Date): string {
  const text = seconds(until).toString(36)
  return `${text}.${signature(secret, folder, text).toString('base64url')}`
}

/** The instant until which a grant opens a folder, or null when it does not. */
export function grantedUntil(secret: string, folder: string, grant: string, now: Date): Date | null {
  const [, until = '', given = ''] = GRANT.exec(grant) ?? []
  const end = new Date(Number.parseInt(until, 36) * 1000)
  if (!given || !(end > now)) return null
  return timingSafeEqual(Buffer.from(given, 'base64url'), signature(secret, folder, until)) ? end : null
}

/** The grant that a browser sends, or an empty text. */
export function grantIn(cookies: string | null): string {
  const pair = (cookies ?? '').split(/;\s*/).find((one) => one.startsWith(`${GRANT_COOKIE}=`))
  return pair?.slice(GRANT_COOKIE.length + 1) ?? ''
}

/** Partitioned: browsers that block cookies of framed sites keep this one for the portal's pages alone. */
export const grantCookie = (grant: string, until: Date, now: Date): string =>
  `${GRANT_COOKIE}=${grant}; Path=/; Max-Age=${seconds(until) - seconds(now)}; HttpOnly; Secure; SameSite=None; Partitioned`
