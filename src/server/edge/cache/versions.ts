import type { Tag } from '#api/calls.ts'
import type { Pulse } from '#api/context.ts'

/**
 * What has been purged, as the session row tells beside who somebody is: a request with a session needs no look into the data
 * centre's cache. A request that begins before its row has answered believes what a row in this isolate said last, and is done
 * again when that was wrong of anything it has used.
 */
export const newPulse = (): Pulse => ({ seen: null, versions: null, relied: new Set() })

let last: string | null = null
let read: { text: string; byTag: Partial<Record<Tag, string>> } = { text: '{}', byTag: {} }

function byTagIn(text: string): Partial<Record<Tag, string>> {
  if (read.text !== text) read = { text, byTag: JSON.parse(text) as Partial<Record<Tag, string>> }
  return read.byTag
}

const versionIn = (text: string, tags: Iterable<Tag>): string =>
  Array.from(tags, (tag) => byTagIn(text)[tag] ?? '0').join(' ')

/** The version of an answer with these tags, for whom a session row vouches. */
export function versionOf({ versions, relied }: Pulse, tags: readonly Tag[]): string | null {
  if (versions === null) return null
  for (const tag of tags) relied.add(tag)
  return versionIn(versions, tags)
}

/** Begins with what was heard last. */
export function assumeVersions(pulse: Pulse): void {
  pulse.versions = last
}

/** Takes the row's word; false when the request has believed something else. */
export function hearVersions(pulse: Pulse, versions: string): boolean {
  const before = pulse.versions
  pulse.versions = versions
  last = versions
  if (before === null || before === versions) return true
  return versionIn(before, pulse.relied) === versionIn(versions, pulse.relied)
}
