import type { Visitor } from '#api/context.ts'
import { isSigned, signText } from '#platform/rotating-secret.ts'

/**
 * Period of signed URLs in seconds. A URL is valid until the end of the next period and the same within one,
 * so that browsers can cache pictures.
 */
const period = 6 * 3600

const signedText = (id: number, until: number) => `file.${id}.${until}`

const maxAddresses = 5000
/** Cache of signed URLs: pages show the same pictures often, and signing costs more than rendering. */
const addresses = new Map<string, string>()

/**
 * Returns the URL of a file with an expiry and a signature, as a path on the portal. It is for pictures and links,
 * which send no bearer token. `secret` signs it; `id` is not checked.
 *
 * Anyone who has the URL can read the file until it expires, in 6 to 12 hours. Callers link to public files by their
 * plain URL instead.
 */
export function signedFileUrl(secret: string, id: number, now: Date): string {
  const until = (Math.floor(now.getTime() / 1000 / period) + 2) * period
  const key = `${secret} ${id} ${until}`
  const cached = addresses.get(key)
  if (cached !== undefined) return cached
  const address = `/api/files/${id}?until=${until}&sig=${signText(secret, signedText(id, until))}`
  if (addresses.size >= maxAddresses) addresses.clear()
  addresses.set(key, address)
  return address
}

/**
 * Returns whether the signed URL of the file `id` has a valid signature that has not expired at `now`.
 * `until` is its expiry in epoch seconds, and `secret` the one that `signedFileUrl` signed with. Compares in constant
 * time. Whether the file exists is not checked.
 */
export function isSignatureValid(
  secret: string,
  id: number,
  parameters: { until: number; sig: string },
  now: Date,
): boolean {
  const isLive = parameters.until * 1000 > now.getTime()
  return isLive && isSigned(secret, signedText(id, parameters.until), parameters.sig)
}

/** Returns the signed URL of a person's picture, as `signedFileUrl` does; null without a picture. */
export const personPictureUrl = (ctx: Pick<Visitor, 'env' | 'now'>, fileId: number | null) =>
  fileId === null ? null : signedFileUrl(ctx.env.SESSION_SECRET, fileId, ctx.now)
