/** A statement as far as time is concerned. */
export interface Moment {
  at: Date
  /** It opens a sitting. */
  begins: boolean
  /** The duration that it tells. */
  seconds: number | null
  /** It tells how long the sitting, or the course in it, has been. */
  isEnd: boolean
}

export interface TimeSpent {
  seconds: number
  timing: 'told' | 'seen' | 'both'
}

const pattern =
  /^P(?:(?<weeks>[\d.]+)W|(?:(?<years>[\d.]+)Y)?(?:(?<months>[\d.]+)M)?(?:(?<days>[\d.]+)D)?(?:T(?:(?<hours>[\d.]+)H)?(?:(?<minutes>[\d.]+)M)?(?:(?<seconds>[\d.]+)S)?)?)$/

const lengths: Record<string, number> = {
  years: 31_557_600,
  months: 2_629_800,
  weeks: 604_800,
  days: 86_400,
  hours: 3600,
  minutes: 60,
  seconds: 1,
}

/** The seconds of a duration as ISO 8601 writes it; null when it tells none. */
export function secondsIn(duration: unknown): number | null {
  const found = typeof duration === 'string' ? pattern.exec(duration)?.groups : undefined
  if (!found) return null
  const told = Object.entries(found).filter(([, text]) => text !== undefined)
  const seconds = told.reduce((sum, [unit, text]) => sum + Number(text) * (lengths[unit] ?? 0), 0)
  return told.length > 0 && Number.isFinite(seconds) ? seconds : null
}

/** Who is silent for longer has left; the course tells nothing while somebody reads. */
const longestPause = 30 * 60

function seen(sitting: readonly Moment[]): number {
  let seconds = 0
  for (const [place, { at }] of sitting.entries()) {
    const before = sitting[place - 1]
    const gap = before ? (+at - +before.at) / 1000 : 0
    if (gap <= longestPause) seconds += gap
  }
  return seconds
}

/** A sitting goes on until a new one is opened; what opens it may be several statements. */
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
 * The sum of what its sittings took. What a sitting ends with tells it: the longest, since how long it took to pass is part of how
 * long one stayed. Of a sitting that told nothing, such as one whose window was closed, what was seen counts.
 */
export function timeSpent(moments: readonly Moment[]): TimeSpent {
  const parts = sittingsIn(moments).map((sitting) => {
    const told = sitting.flatMap(({ isEnd, seconds }) => (isEnd && seconds !== null ? [seconds] : []))
    return told.length > 0 ? { seconds: Math.max(...told), told: true } : { seconds: seen(sitting), told: false }
  })
  const ways = new Set(parts.map(({ told }) => told))
  const timing = ways.size > 1 ? 'both' : ways.has(true) ? 'told' : 'seen'
  return { seconds: Math.round(parts.reduce((sum, { seconds }) => sum + seconds, 0)), timing }
}
