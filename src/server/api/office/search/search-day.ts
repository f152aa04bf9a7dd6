import { daysBetween, getYear } from '#api/days.ts'
import { foldText } from '#api/text-matching.ts'

/** A day that a search text names, and the text without it. */
export interface SearchDay {
  /** `yyyy-MM-dd`. */
  day: string
  rest: string
}

/** Names of the twelve months in the portal's languages, as `foldText` writes them. */
const monthNames = ['sv', 'en'].map((language) => {
  const names = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => foldText(names.format(new Date(Date.UTC(2026, month, 15)))))
})

/** Shortest beginning of a month's name that is read as the month. */
const minMonthLetters = 3

/** Returns the month, 1 to 12, whose name begins with the word in one of the languages; 0 for none. */
function toMonth(word: string): number {
  if (word.length < minMonthLetters) return 0
  return Math.max(...monthNames.map((names) => names.findIndex((name) => name.startsWith(word)) + 1))
}

/** Ways to write a day, on a folded text. Numbers without other letters around them. */
const patterns = [
  /(?<![\w-])(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?![\w-])/,
  /(?<![\w/])(?<day>\d{1,2})\/(?<month>\d{1,2})(?:[ /-](?<year>\d{4}))?(?![\w/])/,
  /(?<!\w)(?<day>\d{1,2})(?:\.|:e|st|nd|rd|th)? (?<name>[a-z]{3,})\.?(?: (?<year>\d{4}))?(?!\w)/,
  /(?<!\w)(?<name>[a-z]{3,})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?(?!\w)/,
]

const toDay = (year: number, month: number, day: number) =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

const isDay = (day: string) => {
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}

/** Returns the day in the given year, or else the one nearest to today; null where the calendar has none. */
function chooseDay(year: string | undefined, month: number, day: number, today: string): string | null {
  const current = getYear(today)
  const years = year === undefined ? [current, current + 1, current - 1] : [Number(year)]
  const days = years.map((one) => toDay(one, month, day)).filter(isDay)
  const distance = (one: string) => Math.abs(daysBetween(today, one))
  return days.sort((a, b) => distance(a) - distance(b))[0] ?? null
}

/**
 * Reads the day that a search text names, in Swedish or English: `2026-12-02`, `2/12`, `2 dec`, `2 december 2026` or
 * `Dec 2`, with other words before or after it. Without a year it is the nearest such day to `today` (`yyyy-MM-dd`),
 * before or after. Null for a text without a day, or with one that the calendar does not have.
 */
export function parseSearchDay(text: string, today: string): SearchDay | null {
  const folded = foldText(text)
  for (const pattern of patterns) {
    const found = pattern.exec(folded)
    const { year, month, name, day } = found?.groups ?? {}
    if (!found || day === undefined) continue
    const number = name === undefined ? Number(month) : toMonth(name)
    const chosen = number === 0 ? null : chooseDay(year, number, Number(day), today)
    if (chosen) return { day: chosen, rest: folded.replace(found[0], ' ').trim() }
  }
  return null
}
