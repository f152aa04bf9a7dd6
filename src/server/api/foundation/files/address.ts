import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Visitor } from '#api/context.ts'

/** An address holds for the rest of its six hours and the six after them: the same all that time, so that browsers keep the picture. */
const period = 6 * 3600

const signature = (secret: string, id: number, until: number) =>
  createHmac('sha256', secret).update(`file.${id}.${until}`).digest()

const addressesAtMost = 5000
/** Every page shows some pictures again and again; signing one takes longer than showing it. */
const addresses = new Map<string, string>()

/**
 * The address of a file that is for signed-in people only, as pictures and links can use it: they carry no bearer token.
 * Public files have the plain address.
 */
export function signedAddress(secret: string, id: number, now: Date): string {
  const until = (Math.floor(now.getTime() / 1000 / period) + 2) * period
  const key = `${secret} ${id} ${until}`
  const known = addresses.get(key)
  if (known !== undefined) return known
  const made = `/api/files/${id}?until=${until}&sig=${signature(secret, id, until).toString('base64url')}`
  if (addresses.size >= addressesAtMost) addresses.clear()
  addresses.set(key, made)
  return made
}

export function isSigned(secret: string, id: number, given: { until: number; sig: string }, now: Date): boolean {
  const expected = signature(secret, id, given.until)
  const sig = Buffer.from(given.sig, 'base64url')
  return given.until * 1000 > now.getTime() && sig.length === expected.length && timingSafeEqual(sig, expected)
}

/** A person's picture, for whoever is signed in. */
export const personPicture = (ctx: Pick<Visitor, 'env' | 'now'>, fileId: number | null) =>
  fileId === null ? null : signedAddress(ctx.env.SESSION_SECRET, fileId, ctx.now)
