import { Secret, TOTP } from 'otpauth'
import type { Visitor } from '#api/context.ts'
import { seal, unseal } from '#platform/seal.ts'
import { parseAppCode } from './rules.ts'
import { claimStep, type StoredApp } from './storage.ts'

const purpose = 'authenticator app'
/** Settings that every app supports: SHA-1, six digits, thirty seconds (RFC 6238). */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const

const sealContext = ({ env }: Visitor, userId: number) => ({
  secret: env.SESSION_SECRET,
  purpose,
  place: `user ${userId}`,
})

/**
 * Encrypts the secret of a person's authenticator app under SESSION_SECRET. Only `decryptSecret` for the same person
 * can read it.
 */
export const encryptSecret = (ctx: Visitor, userId: number, secret: string) => seal(sealContext(ctx, userId), secret)

/**
 * Decrypts the secret of a person's authenticator app; null when it was encrypted for another person or under another
 * SESSION_SECRET.
 */
export const decryptSecret = (ctx: Visitor, userId: number, sealed: string) => unseal(sealContext(ctx, userId), sealed)

/**
 * Returns a new random secret of 160 bits for an authenticator app, in base32, and the `otpauth` URI by which the app
 * adds it. The app shows `issuer` and `label`. Stores nothing.
 */
export function createAppSecret(issuer: string, label: string) {
  const secret = new Secret({ size: 20 })
  return { secret: secret.base32, uri: new TOTP({ ...parameters, issuer, label, secret }).toString() }
}

/**
 * Returns the number of the time step of thirty seconds that a code of an authenticator app belongs to: the present
 * one, or one before or after for clocks that differ. Spaces in the code are ignored. Null when the code is wrong. Does
 * not ask whether the code was used.
 */
export function findCodeStep(secret: string, typed: string, now: Date): number | null {
  const token = parseAppCode(typed)
  if (!token) return null
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const timestamp = now.getTime()
  const delta = totp.validate({ token, timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/**
 * Returns whether a code of a person's authenticator app is correct and newer than all used codes; then commits it as
 * used, so that it works once. Attempts are not counted here. False, with a log entry, when the secret cannot be
 * decrypted.
 */
export async function checkAppCode(ctx: Visitor, app: StoredApp, typed: string): Promise<boolean> {
  const secret = decryptSecret(ctx, app.userId, app.secret)
  if (secret === null) {
    ctx.log.error('app.secretUnreadable', new Error('encrypted under another secret'))
    return false
  }
  const step = findCodeStep(secret, typed, ctx.now)
  return step !== null && claimStep(ctx.db, app.userId, step)
}
