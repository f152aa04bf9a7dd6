/** The fields of a statement that the time spent depends on. */
export interface Moment {
  at: Date
  /** Whether it opens a sitting. */
  begins: boolean
  /** Duration in its result. */
  seconds: number | null
  /** Whether its duration is that of the sitting or the course. */
  isEnd: boolean
}

export interface TimeSpent {
  seconds: number
  timing: 'reported' | 'measured' | 'both'
}

const pattern =
  /^P(?:(?<weeks>[\d.,]+)W|(?:(?<years>[\d.,]+)Y)?(?:(?<months>[\d.,]+)M)?(?:(?<days>[\d.,]+)D)?(?:T(?:(?<hours>[\d.,]+)H)?(?:(?<minutes>[\d.,]+)M)?(?:(?<seconds>[\d.,]+)S)?)?)$/

const lengths: Record<string, number> = {
  years: 31_557_600,
  months: 2_629_800,
  weeks: 604_800,
  days: 86_400,
  hours: 3600,
  minutes: 60,
  seconds: 1,
}

/** Parses an ISO 8601 duration, with decimal point or comma, into seconds; null when it is invalid or empty. */
export function parseDurationSeconds(duration: unknown): number | null {
  const groups = typeof duration === 'string' ? pattern.exec(duration)?.groups : undefined
  if (!groups) return null
  const units = Object.entries(groups).filter(([, text]) => text !== undefined)
  const seconds = units.reduce((sum, [unit, text]) => sum + Number(text.replace(',', '.')) * (lengths[unit] ?? 0), 0)
  return units.length > 0 && Number.isFinite(seconds) ? seconds : null
}

/** Longest pause in seconds that counts as time spent: no statement is sent while a person reads. */
const longestPause = 30 * 60

function measureSeconds(sitting: readonly Moment[]): number {
  let seconds = 0
  for (const [place, { at }] of sitting.entries()) {
    const before = sitting[place - 1]
    const gap = before ? (+at - +before.at) / 1000 : 0
    if (gap <= longestPause) seconds += gap
  }
  return seconds
}

/** Splits statements into sittings. Several statements together may open one. */
function sittingsIn(moments: readonly Moment[]): Moment[][] {
  const sittings: Moment[][] = []
  for (const moment of moments) {
    const last = sittings.at(-1)
    if (!last || (moment.begins && last.some(({ begins }) => !begins))) sittings.push([moment])
    else last.push(moment)
  }
  return sittings
}

/**
 * Returns the sum of the sittings in whole seconds; `moments` are in the order of time, and one that `begins` opens a
 * sitting. The longest duration at the end of a sitting counts; a sitting without one, such as a closed window, counts
 * the times between statements. `timing` says which of the two: `reported`, `measured` (also without moments) or
 * `both`.
 */
export function toTimeSpent(moments: readonly Moment[]): TimeSpent {
  const parts = sittingsIn(moments).map((sitting) => {
    const durations = sitting.flatMap(({ isEnd, seconds }) => (isEnd && seconds !== null ? [seconds] : []))
    return durations.length > 0
      ? { seconds: Math.max(...durations), isReported: true }
      : { seconds: measureSeconds(sitting), isReported: false }
  })
  const ways = new Set(parts.map(({ isReported }) => isReported))
  const timing = ways.size > 1 ? 'both' : ways.has(true) ? 'reported' : 'measured'
  return { seconds: Math.round(parts.reduce((sum, { seconds }) => sum + seconds, 0)), timing }
}
