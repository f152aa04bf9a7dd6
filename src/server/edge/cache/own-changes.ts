import type { CacheTag } from '#api/calls.ts'

/**
 * The cookie `changed` names the tags that this browser has changed, and the moments, so that its own write is seen
 * at once everywhere: `educations-1763682000000.events-1763682011000`. Forged, it only makes the forger's own reads miss.
 */
export const changedCookie = 'changed'

const entry = /^([a-z]+)-(\d{13})$/

export function readChanges(cookie: string | undefined, now: Date): Partial<Record<CacheTag, number>> {
  const changes: Record<string, number> = {}
  for (const text of (cookie ?? '').split('.').slice(0, 20)) {
    const [, tag = '', at = '0'] = entry.exec(text) ?? []
    if (tag && Number(at) <= now.getTime()) changes[tag] = Number(at)
  }
  return changes
}

export const writeChanges = (changes: Partial<Record<CacheTag, number>>): string =>
  Object.entries(changes)
    .map(([tag, at]) => `${tag}-${at}`)
    .join('.')
