import { createHmac, timingSafeEqual } from 'node:crypto'
import { packageOrigin } from '#api/catalogue/packages/origins.ts'
import type { Visitor } from '#api/context.ts'

/** An address holds for the rest of its half hour and the next: long enough to read, too short to be passed on. */
const period = 1800

const prefix = 'submission-'

/** Where the bytes of a version lie in the file store. */
export const submissionKey = (key: string) => `submissions/${key}`

const signature = (secret: string, key: string, until: number, reader: number) =>
  createHmac('sha256', secret).update(`submission.${key}.${until}.${reader}`).digest()

/** Of a system that reads with an integration account. */
const noReader = 0

/**
 * Each file has a host of its own, as unguessable as its key: nothing in it reaches the portal or another file. The address names
 * who was given it, so that the log tells who has opened the file.
 */
export function contentAddress(
  { env, now, actor }: Pick<Visitor, 'env' | 'now' | 'actor'>,
  { key, fileName }: { key: string; fileName: string },
): string {
  const until = (Math.floor(now.getTime() / 1000 / period) + 2) * period
  const reader = actor && !actor.integration ? actor.id : noReader
  const sig = signature(env.SESSION_SECRET, key, until, reader).toString('base64url')
  const origin = packageOrigin(env.CONTENT_ORIGIN, prefix + key)
  return `${origin}/${encodeURIComponent(fileName)}?until=${until}&by=${reader}&sig=${sig}`
}

/** The key that a host stands for; null for the hosts of packages. */
export const submittedKeyOf = (folder: string | null): string | null =>
  folder?.startsWith(prefix) ? folder.slice(prefix.length) : null

/** Returns the reader who may open the file by this address; `id` is null for a system. Null when the address is not one, or is too old. */
export function readerOf(
  secret: string,
  key: string,
  search: URLSearchParams,
  now: Date,
): { id: number | null } | null {
  const [until, reader] = [Number(search.get('until')), Number(search.get('by'))]
  const given = Buffer.from(search.get('sig') ?? '', 'base64url')
  const expected = signature(secret, key, until, reader)
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
  return isGenuine && until * 1000 > now.getTime() ? { id: reader === noReader ? null : reader } : null
}
