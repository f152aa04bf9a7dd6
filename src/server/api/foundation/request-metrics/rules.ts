/** Upper bounds in milliseconds by which durations are counted; a longer one counts under the last. */
const durationBounds = [5, 10, 15, 25, 40, 60, 100, 150, 250, 400, 600, 1000, 1500, 2500, 4000, 6000, 10_000, 30_000]

/**
 * Returns the smallest of eighteen bounds, 5 to 30,000 ms, that a duration in milliseconds does not exceed; 30,000 for
 * a longer duration.
 */
export const toDurationBound = (ms: number): number =>
  durationBounds.find((bound) => ms <= bound) ?? durationBounds.at(-1) ?? 0

/** Requests whose duration has an upper bound. */
export interface DurationCount {
  maxMs: number
  requests: number
}

const lowerBound = (maxMs: number) => durationBounds[durationBounds.indexOf(maxMs) - 1] ?? 0

/**
 * Estimates the duration that a `share` (0 to 1) of the requests did not exceed, in whole milliseconds; null without
 * requests. `counts` has the number of requests by the bound of `toDurationBound`, in any order.
 *
 * Within a bound the durations are taken as evenly spread; no result is above the last bound, 30 seconds.
 */
export function estimatePercentile(counts: readonly DurationCount[], share: number): number | null {
  const sorted = counts.toSorted((one, other) => one.maxMs - other.maxMs)
  const rank = sorted.reduce((sum, { requests }) => sum + requests, 0) * share
  let before = 0
  for (const { maxMs, requests } of sorted) {
    if (requests > 0 && before + requests >= rank) {
      const from = lowerBound(maxMs)
      return Math.round(from + ((rank - before) / requests) * (maxMs - from))
    }
    before += requests
  }
  return null
}

const minutesOfPeriod = 5

/** Returns the minute of a moment in UTC, such as `2026-11-23T14:07`. */
export const toMinute = (at: Date): string => at.toISOString().slice(0, 16)

/** Returns the minute at which the five-minute period of a moment begins, in UTC and in the format of `toMinute`. */
export const toPeriod = (at: Date): string =>
  toMinute(new Date(Math.floor(at.getTime() / (minutesOfPeriod * 60_000)) * minutesOfPeriod * 60_000))

/** Returns the moment at which a minute in the format of `toMinute` begins. Does not check the text. */
export const parseMinute = (minute: string): Date => new Date(`${minute}:00.000Z`)

/** Days after which metrics are removed. */
export const daysOfMetrics = 8

/** Name under which runs of the clock are counted. */
export const clockName = 'clock'

/** Name under which requests of `/health` and `/health/deep` are counted. */
export const healthName = 'health'

/** Name of the row that `/health/deep` writes to test the database. */
export const healthWriteName = 'health-write'

/**
 * Names that say nothing about people's requests. A red `/health/deep` answers 503, so counting it would keep its own
 * rule broken.
 */
export const uncountedNames = [clockName, healthName, healthWriteName] as const
