import { Webhook } from 'standardwebhooks'
import type { Visitor } from '#api/context.ts'
import { seal, unseal } from '#platform/seal.ts'

const toSeal = ({ env }: Pick<Visitor, 'env'>, key: string) => ({
  secret: env.SESSION_SECRET,
  purpose: 'webhook signing secret',
  place: key,
})

/**
 * Generates a random signing secret for webhooks in the form of Standard Webhooks: `whsec_` and 24 random bytes in
 * base64.
 */
export const generateSecret = () => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))}`

/**
 * Encrypts a signing secret of webhooks under SESSION_SECRET for the endpoint with that `key`; `openSecret` decrypts it
 * for the same key only.
 */
export const sealSecret = (ctx: Pick<Visitor, 'env'>, key: string, secret: string): string =>
  seal(toSeal(ctx, key), secret)

/**
 * Decrypts a signing secret that `sealSecret` has encrypted for the webhook endpoint with that `key`; null when no
 * listed SESSION_SECRET opens it.
 */
export const openSecret = (ctx: Pick<Visitor, 'env'>, key: string, sealed: string): string | null =>
  unseal(toSeal(ctx, key), sealed)

interface SealedSecrets {
  key: string
  sealedSecret: string
  sealedPreviousSecret: string | null
  previousSecretUntil: Date | null
}

interface Message {
  eventId: string
  body: string
}

/**
 * Returns the HTTP headers of a webhook message at `now`: content type, user agent, and those of Standard Webhooks,
 * with its signature by the endpoint's secret. Sends nothing. For a day after a change the previous secret signs too,
 * unless it was sealed with another SESSION_SECRET.
 *
 * @throws Error when the secret was sealed with another SESSION_SECRET.
 */
export function signMessage(
  ctx: Pick<Visitor, 'env' | 'now'>,
  { key, sealedSecret, sealedPreviousSecret, previousSecretUntil }: SealedSecrets,
  { eventId, body }: Message,
): Record<string, string> {
  const isPreviousValid = sealedPreviousSecret !== null && previousSecretUntil !== null && previousSecretUntil > ctx.now
  const secret = openSecret(ctx, key, sealedSecret)
  if (secret === null) throw new Error('the secret was sealed with another SESSION_SECRET: create a new one')
  // An earlier secret that no listed SESSION_SECRET opens is lost; the receiver has the new one.
  const previous = isPreviousValid ? openSecret(ctx, key, sealedPreviousSecret) : null
  const signatures = [secret, ...(previous === null ? [] : [previous])].map((one) =>
    new Webhook(one).sign(eventId, ctx.now, body),
  )
  return {
    'content-type': 'application/json',
    'user-agent': 'Utbildningsportalen-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(ctx.now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
