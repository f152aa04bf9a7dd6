import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Visitor } from '#api/context.ts'

/**
 * Period of signed addresses in seconds. An address is valid until the end of the next period and the same within one,
 * so that browsers can cache pictures.
 */
const period = 6 * 3600

const signature = (secret: string, id: number, until: number) =>
  createHmac('sha256', secret).update(`file.${id}.${until}`).digest()

const maxAddresses = 5000
/** Cache of signed addresses: pages show the same pictures often, and signing costs more than rendering. */
const addresses = new Map<string, string>()

/**
 * Returns the signed address of a file, for pictures and links, which send no bearer token. Anyone who has the address
 * can read the file until it expires, in 6 to 12 hours. Public files have the plain address instead.
 */
export function signedAddress(secret: string, id: number, now: Date): string {
  const until = (Math.floor(now.getTime() / 1000 / period) + 2) * period
  const key = `${secret} ${id} ${until}`
  const cached = addresses.get(key)
  if (cached !== undefined) return cached
  const address = `/api/files/${id}?until=${until}&sig=${signature(secret, id, until).toString('base64url')}`
  if (addresses.size >= maxAddresses) addresses.clear()
  addresses.set(key, address)
  return address
}

/**
 * Whether an address has a valid signature that has not expired; `until` is epoch seconds. Compares in constant time.
 */
export function isSignatureValid(
  secret: string,
  id: number,
  parameters: { until: number; sig: string },
  now: Date,
): boolean {
  const expected = signature(secret, id, parameters.until)
  const sig = Buffer.from(parameters.sig, 'base64url')
  return parameters.until * 1000 > now.getTime() && sig.length === expected.length && timingSafeEqual(sig, expected)
}

/** Returns the signed address of a person's picture; null without a picture. */
export const personPictureAddress = (ctx: Pick<Visitor, 'env' | 'now'>, fileId: number | null) =>
  fileId === null ? null : signedAddress(ctx.env.SESSION_SECRET, fileId, ctx.now)
