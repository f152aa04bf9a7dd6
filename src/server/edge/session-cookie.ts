import { isSignatureOf, signatureOf } from '#platform/digest.ts'

/**
 * The page cookie's value: `<session token>.<end, epoch seconds>.<signature>`. The seal keeps made-up cookies away
 * from the database; who the person is and what they may is always read from the session row.
 */
export async function sealedSession(secret: string, token: string, endsAt: Date): Promise<string> {
  const body = `${token}.${Math.floor(endsAt.getTime() / 1000)}`
  return `${body}.${await signatureOf(secret, body)}`
}

/** The session token, or null when the seal is broken, the session has ended or anything is out of shape. */
export async function openSession(secret: string, cookie: string | undefined, now: Date): Promise<string | null> {
  const [token, end, signature, ...rest] = (cookie ?? '').split('.')
  if (!token || !end || !signature || rest.length > 0) return null
  if (!(await isSignatureOf(secret, `${token}.${end}`, signature))) return null
  return Number(end) * 1000 > now.getTime() ? token : null
}

/** The bearer token of a call; calls are authenticated by it and by nothing else. */
export function bearerOf(headers: Headers): string | null {
  const [scheme, token] = (headers.get('authorization') ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/** When the session of an opened cookie ends for good. */
export const endOfSession = (cookie: string): Date => new Date(Number(cookie.split('.')[1]) * 1000)

/** `__Host-` needs https; a browser on plain localhost gets the same cookie without the prefix. */
export const sessionCookieName = (url: URL) => (url.protocol === 'https:' ? '__Host-session' : 'session')

const attributes = (url: URL) => `Path=/; HttpOnly; SameSite=Lax${url.protocol === 'https:' ? '; Secure' : ''}`

/** `Set-Cookie` for an opened session. */
export async function sessionCookie(secret: string, url: URL, token: string, endsAt: Date): Promise<string> {
  const value = await sealedSession(secret, token, endsAt)
  return `${sessionCookieName(url)}=${value}; Expires=${endsAt.toUTCString()}; ${attributes(url)}`
}

/** `Set-Cookie` that takes the session from the browser. */
export const noSessionCookie = (url: URL) => `${sessionCookieName(url)}=; Max-Age=0; ${attributes(url)}`
