import type { CacheTag } from '#api/calls.ts'

/**
 * Name of the cookie with the cache tags that this browser has changed and the moments of the changes. The browser then
 * sees its own writes at once: `educations-1763682000000.events-1763682011000`. A forged cookie only causes cache
 * misses for its sender.
 */
export const changedCookie = 'changed'

const entry = /^([a-z]+)-(\d{13})$/

/**
 * Parses the cookie `changed` into the epoch milliseconds of this browser's latest change, by cache tag.
 *
 * Reads at most 20 entries. Entries of another format and moments after `now` are left out; without a cookie the result
 * is empty. Does not check that a tag exists.
 */
export function parseChanges(cookie: string | undefined, now: Date): Partial<Record<CacheTag, number>> {
  const changes: Record<string, number> = {}
  for (const text of (cookie ?? '').split('.').slice(0, 20)) {
    const [, tag = '', at = '0'] = entry.exec(text) ?? []
    if (tag && Number(at) <= now.getTime()) changes[tag] = Number(at)
  }
  return changes
}

/** Formats the value of the cookie `changed`, from epoch milliseconds by tag; empty text for no changes. */
export const formatChanges = (changes: Partial<Record<CacheTag, number>>): string =>
  Object.entries(changes)
    .map(([tag, at]) => `${tag}-${at}`)
    .join('.')
