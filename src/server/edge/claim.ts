import { z } from 'zod'
import { Role } from '#api/actor.ts'
import { isSignatureOf, signatureOf } from '#platform/digest.ts'

/** What the guard needs to decide without a database; never trusted for data. */
export const Claim = z.object({
  userId: z.int(),
  roles: z.array(Role),
  passwordExpired: z.boolean(),
  language: z.enum(['sv', 'en']).nullable(),
  /** Epoch seconds. */
  expires: z.int(),
})
export type Claim = z.infer<typeof Claim>

/** The page cookie's value: `<session token>.<claim>.<signature>`. */
export async function sealedSession(secret: string, token: string, claim: Claim): Promise<string> {
  const body = `${token}.${btoa(JSON.stringify(claim)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
  return `${body}.${await signatureOf(secret, body)}`
}

/** Null when the seal is broken, the claim is old or anything is out of shape. */
export async function openSession(
  secret: string,
  cookie: string | undefined,
  now: Date,
): Promise<{ token: string; claim: Claim } | null> {
  const [token, claim, signature, ...rest] = (cookie ?? '').split('.')
  if (!token || !claim || !signature || rest.length > 0) return null
  if (!(await isSignatureOf(secret, `${token}.${claim}`, signature))) return null
  const read = Claim.safeParse(JSON.parse(atob(claim.replaceAll('-', '+').replaceAll('_', '/'))))
  if (!read.success || read.data.expires * 1000 <= now.getTime()) return null
  return { token, claim: read.data }
}

/** `__Host-` needs https; a browser on plain localhost gets the same cookie without the prefix. */
export const sessionCookieName = (url: URL) => (url.protocol === 'https:' ? '__Host-session' : 'session')
