import { toPackageOrigin } from '#api/catalogue/packages/origins.ts'
import type { Visitor } from '#api/context.ts'
import { isSigned, signText } from '#platform/rotating-secret.ts'

/** Seconds. A URL is valid until the end of the next period: 30 to 60 minutes. */
const period = 1800

const prefix = 'submission-'

/** Returns the key in the file store of a version's file: `submissions/<key>`. */
export const toStorageKey = (key: string) => `submissions/${key}`

const signedText = (key: string, until: number, reader: number) => `submission.${key}.${until}.${reader}`

/** Stands for a reader in a URL for a connected system. */
const noReader = 0

/**
 * Returns the signed URL of a file, valid for 30 to 60 minutes. Each file has a host of its own, named by its random
 * key, so that its content cannot reach the portal or another file. The URL names its reader, for the audit log.
 */
export function createContentUrl(
  { env, now, actor }: Pick<Visitor, 'env' | 'now' | 'actor'>,
  { key, fileName }: { key: string; fileName: string },
): string {
  const until = (Math.floor(now.getTime() / 1000 / period) + 2) * period
  const reader = actor && !actor.integration ? actor.id : noReader
  const sig = signText(env.SESSION_SECRET, signedText(key, until, reader))
  const origin = toPackageOrigin(env.CONTENT_ORIGIN, prefix + key)
  return `${origin}/${encodeURIComponent(fileName)}?until=${until}&by=${reader}&sig=${sig}`
}

/** Returns the key of a submission's host; null for the host of a package. */
export const parseSubmissionKey = (folder: string | null): string | null =>
  folder?.startsWith(prefix) ? folder.slice(prefix.length) : null

/**
 * Verifies a signed URL and returns its reader; `id` is null for a connected system. Null when the signature is invalid
 * or expired.
 */
export function verifyReader(
  secret: string,
  key: string,
  search: URLSearchParams,
  now: Date,
): { id: number | null } | null {
  const [until, reader] = [Number(search.get('until')), Number(search.get('by'))]
  const isGenuine = isSigned(secret, signedText(key, until, reader), search.get('sig') ?? '')
  return isGenuine && until * 1000 > now.getTime() ? { id: reader === noReader ? null : reader } : null
}
