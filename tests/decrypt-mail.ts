import { env } from 'cloudflare:workers'
import { openBody } from '#api/foundation/mails/secrets.ts'

/** Returns a stored mail with its body decrypted. */
export const decryptMail = <Stored extends { messageId: string; body: string; sealed: string | null }>(
  mail: Stored,
) => ({
  ...mail,
  body: openBody(env.SESSION_SECRET, mail),
})
