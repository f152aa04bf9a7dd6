import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Visitor } from '../context.ts'
import { packageOrigin } from '../packages/origins.ts'

/** An address holds for the rest of its half hour and the next: long enough to read, too short to be passed on. */
const period = 1800

const prefix = 'submission-'

/** Where the bytes of a version lie in the file store. */
export const submissionKey = (key: string) => `submissions/${key}`

const signature = (secret: string, key: string, until: number) =>
  createHmac('sha256', secret).update(`submission.${key}.${until}`).digest()

/** Each file has a host of its own, as unguessable as its key: nothing in it reaches the portal or another file. */
export function contentAddress(
  { env, now }: Pick<Visitor, 'env' | 'now'>,
  { key, fileName }: { key: string; fileName: string },
): string {
  const until = (Math.floor(now.getTime() / 1000 / period) + 2) * period
  const sig = signature(env.SESSION_SECRET, key, until).toString('base64url')
  const origin = packageOrigin(env.CONTENT_ORIGIN, prefix + key)
  return `${origin}/${encodeURIComponent(fileName)}?until=${until}&sig=${sig}`
}

/** The key that a host stands for; null for the hosts of packages. */
export const submittedKeyOf = (folder: string | null): string | null =>
  folder?.startsWith(prefix) ? folder.slice(prefix.length) : null

export function isOpened(secret: string, key: string, search: URLSearchParams, now: Date): boolean {
  const until = Number(search.get('until'))
  const given = Buffer.from(search.get('sig') ?? '', 'base64url')
  const expected = signature(secret, key, until)
  return until * 1000 > now.getTime() && given.length === expected.length && timingSafeEqual(given, expected)
}
