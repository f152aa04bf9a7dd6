const maxAgeMs = 60_000
const maxShown = 999

export type QueueCounts = Readonly<Record<string, number>>

/**
 * Formats counts for session storage: the time `now` in epoch milliseconds, then a kind and its count for each queue.
 */
export const formatStoredCounts = (counts: QueueCounts, now: number): string =>
  [now, ...Object.entries(counts).flat()].join(' ')

/**
 * Parses stored counts; null for none, for a malformed time, and for those older than a minute at `now`, in epoch
 * milliseconds. The rest is not checked, as `formatStoredCounts` has written it.
 */
export function parseStoredCounts(stored: string | null, now: number): QueueCounts | null {
  const [at = 0, ...rest] = (stored ?? '').split(' ')
  if (!(now - Number(at) < maxAgeMs)) return null
  return Object.fromEntries(rest.flatMap((kind, index) => (index % 2 ? [] : [[kind, Number(rest[index + 1])]])))
}

/** Formats a count for a row: "999+" above 999, and nothing for an empty queue. */
export const formatCount = (count: number): string =>
  count === 0 ? '' : count > maxShown ? `${maxShown}+` : String(count)
