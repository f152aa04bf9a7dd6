import { maxQueueDays } from '#api/courses/xapi/rules.ts'
import { storedKeys } from '../client/stored-keys.ts'

const dayMs = 24 * 3_600_000

/** Most queue pages that are loaded only to delete old statements. */
const maxOrigins = 3

type WaitingSince = Readonly<Record<string, number>>

function readOrigins(storage: Storage): WaitingSince {
  try {
    // Only the player writes this entry.
    return (JSON.parse(storage.getItem(storedKeys.originsWithStatements) ?? '{}') as WaitingSince | null) ?? {}
  } catch {
    return {}
  }
}

function write(storage: Storage, places: WaitingSince): void {
  try {
    storage.setItem(storedKeys.originsWithStatements, JSON.stringify(places))
  } catch {
    // Storage is full or refused; old statements are then deleted when a course of the package is opened.
  }
}

/**
 * Stores that statements wait at a package's origin, with the time `now` (epoch milliseconds) in place of an earlier
 * one. Its queue works only while one of its pages is open. A full or refused storage is ignored.
 */
export const rememberOrigin = (storage: Storage, origin: string, now: number): void =>
  write(storage, { ...readOrigins(storage), [origin]: now })

/**
 * Lists the origins whose statements have waited longer than 90 days and are to be deleted, at most three, the first
 * stored ones first; none from an unreadable storage. `now` is epoch milliseconds.
 */
export const listStaleOrigins = (storage: Storage, now: number): string[] =>
  Object.entries(readOrigins(storage))
    .filter(([, at]) => at < now - maxQueueDays * dayMs)
    .map(([origin]) => origin)
    .slice(0, maxOrigins)

/** Removes a package from the stored origins, once its queue is empty. A full or refused storage is ignored. */
export function forgetOrigin(storage: Storage, origin: string): void {
  const { [origin]: _gone, ...rest } = readOrigins(storage)
  write(storage, rest)
}
