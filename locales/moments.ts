import { localeTag } from './tags.ts'

/** Moments are shown as clocks and calendars in the portal's own country show them. */
const timeZone = 'Europe/Stockholm'

const styles = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  /** "lördag 21 november". */
  agenda: { weekday: 'long', day: 'numeric', month: 'long' },
  weekdayShort: { weekday: 'short' },
  weekdayLong: { weekday: 'long' },
  monthOfYear: { month: 'long', year: 'numeric' },
  month: { month: 'short' },
  dayOfMonth: { day: 'numeric', month: 'short' },
  date: { day: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  moment: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type MomentStyle = keyof typeof styles

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: string, style: MomentStyle): Intl.DateTimeFormat {
  const key = `${language} ${style}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(localeTag(language), { ...styles[style], timeZone })
  formats.set(key, made)
  return made
}

const textsAtMost = 1000
/** Formatted moments: many people open the same occasions, and a page shows the same day in several places. */
const moments = new Map<string, string>()

/** Formats a moment in Swedish time: "12 maj 2026" as `day`, "tis 12 maj 2026 09:00" as `moment`. */
export function momentText(moment: Date, style: MomentStyle, language: string): string {
  const key = `${language} ${style} ${moment.getTime()}`
  const text = moments.get(key) ?? formatOf(language, style).format(moment)
  if (moments.size >= textsAtMost) moments.clear()
  moments.set(key, text)
  return text
}

/** Formatting a period, which finds what both ends share, takes thirty times as long as formatting a moment. */
const periods = new Map<string, string>()

/**
 * Formats a period by the data of the runtime, with two corrections: Swedish has no leading zero before the name of a
 * month ("fre 4 dec.–lör 5 dec."), and two times stay times when midnight lies between them.
 */
function formatPeriod(from: Date, to: Date, language: string, style: MomentStyle): string {
  if (style === 'time') return [...new Set([from, to].map((moment) => momentText(moment, style, language)))].join('–')
  const parts = formatOf(language, style).formatRangeToParts(from, to)
  const namesMonth = parts.some(({ type, value }) => type === 'month' && !/^\d/.test(value))
  return parts.map(({ type, value }) => (type === 'day' && namesMonth ? value.replace(/^0/, '') : value)).join('')
}

/** Formats a period in Swedish time without repeating what both ends share: "tis 12 maj 2026 09:00–16:30". */
export function periodText(from: Date, to: Date, language: string, style: MomentStyle = 'moment'): string {
  const key = `${language} ${style} ${from.getTime()} ${to.getTime()}`
  const text = periods.get(key) ?? formatPeriod(from, to, language, style)
  if (periods.size >= textsAtMost) periods.clear()
  periods.set(key, text)
  return text
}

const distances = new Map<string, Intl.RelativeTimeFormat>()

function distanceFormatOf(language: string): Intl.RelativeTimeFormat {
  const known = distances.get(language)
  if (known) return known
  const made = new Intl.RelativeTimeFormat(localeTag(language), { numeric: 'auto' })
  distances.set(language, made)
  return made
}

const spans = [
  { unit: 'minute', seconds: 60 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'day', seconds: 86_400 },
] as const

/**
 * Formats the distance from `now` in its largest whole unit up to days: "för 2 timmar sedan", "i morgon". From a week
 * on it is the date; under a minute it is "nu".
 */
export function distanceText(moment: Date, now: Date, language: string): string {
  const seconds = (moment.getTime() - now.getTime()) / 1000
  const away = Math.abs(seconds)
  if (away >= 7 * 86_400) return momentText(moment, 'day', language)
  const relative = distanceFormatOf(language)
  const span = spans.findLast((one) => away >= one.seconds)
  if (!span) return relative.format(0, 'second')
  return relative.format(Math.trunc(seconds / span.seconds), span.unit)
}
