import { waitsDays } from '#api/courses/xapi/rules.ts'
import { storedKeys } from '../client/stored-keys.ts'

const dayMs = 24 * 3_600_000

/** So many pages beside a course only to throw things away are enough. */
const atOnce = 3

type Places = Readonly<Record<string, number>>

function placesIn(storage: Storage): Places {
  try {
    // Only the player writes here.
    return (JSON.parse(storage.getItem(storedKeys.keptPlaces) ?? '{}') as Places | null) ?? {}
  } catch {
    return {}
  }
}

function write(storage: Storage, places: Places): void {
  try {
    storage.setItem(storedKeys.keptPlaces, JSON.stringify(places))
  } catch {
    // Full or refused: the keeper still throws away what is old whenever a course of its package is opened.
  }
}

/** Something waits at a package: its keeper is only awake while one of its pages is open, so the player remembers where. */
export const notePlace = (storage: Storage, origin: string, now: number): void =>
  write(storage, { ...placesIn(storage), [origin]: now })

/** Packages at which nothing has come to wait for so long that whatever does is to be thrown away. */
export const oldPlaces = (storage: Storage, now: number): string[] =>
  Object.entries(placesIn(storage))
    .filter(([, at]) => at < now - waitsDays * dayMs)
    .map(([origin]) => origin)
    .slice(0, atOnce)

export function forgetPlace(storage: Storage, origin: string): void {
  const { [origin]: _gone, ...rest } = placesIn(storage)
  write(storage, rest)
}
