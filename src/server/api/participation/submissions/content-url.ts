import { toPackageOrigin } from '#api/catalogue/packages/origins.ts'
import type { Visitor } from '#api/context.ts'
import { isSigned, signText } from '#platform/rotating-secret.ts'

/** Seconds. A URL is valid until the end of the next period: 30 to 60 minutes. */
const period = 1800

const prefix = 'submission-'

/**
 * Returns the key in the file store of the file of a submission's version, from its random `key`: `submissions/<key>`.
 */
export const toStorageKey = (key: string) => `submissions/${key}`

const signedText = (key: string, until: number, reader: number) => `submission.${key}.${until}.${reader}`

/** Stands for a reader in a URL for a connected system. */
const noReader = 0

/**
 * Returns the signed absolute URL of a submission's file, valid for 30 to 60 minutes. Anyone who has it can read the
 * file. Access is not checked here. Each file has a host of its own, named by its random key, so that its content
 * cannot reach the portal or another file. The URL names its reader, the caller, for the audit log.
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

/**
 * Returns the random key of a submission's file from the folder name in its host; null without a folder and for the
 * host of a course package.
 */
export const parseSubmissionKey = (folder: string | null): string | null =>
  folder?.startsWith(prefix) ? folder.slice(prefix.length) : null

/**
 * Verifies the query of a submission's signed URL for the file `key`, and returns its reader; `id` is null for a
 * connected system. Returns null when the signature is invalid or expired. The reader may be somebody else than the one
 * who opens the URL.
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
