/** Year, month and day of a calendar day, `yyyy-MM-dd`. Days in this form compare as text. */
const toParts = (day: string): [number, number, number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8)),
]

const formatDay = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)

/** Returns the day (`yyyy-MM-dd`) that is so many days later; earlier with a negative number. */
export function addDays(day: string, days: number): string {
  const [year, month, date] = toParts(day)
  return formatDay(Date.UTC(year, month - 1, date + days))
}

/**
 * Returns the day (`yyyy-MM-dd`) that is so many months later; earlier with a negative number. Where that month has no
 * such day, it returns the first day of the month after: one month from 31 January is 1 March.
 */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = toParts(day)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return formatDay(date > last ? Date.UTC(year, month + months, 1) : Date.UTC(year, month - 1 + months, date))
}

/**
 * Returns the last day (`yyyy-MM-dd`) of a period of months that begins with the day `from`: twelve months from 1
 * January end on 31 December.
 */
export const lastDayOfPeriod = (from: string, months: number): string => addDays(addMonths(from, months), -1)

/** Returns the year of a day `yyyy-MM-dd`. */
export const getYear = (day: string): number => toParts(day)[0]
/** Returns the month of a day, 1 to 12. */
export const getMonth = (day: string): number => toParts(day)[1]

/**
 * Returns the number of days from one day (`yyyy-MM-dd`) to another: 0 for the same day, negative when `to` is earlier.
 */
export function daysBetween(from: string, to: string): number {
  const [a, b] = [from, to].map((day) => Date.UTC(toParts(day)[0], toParts(day)[1] - 1, toParts(day)[2]))
  return ((b ?? 0) - (a ?? 0)) / 86_400_000
}

/** Returns the later of two days. */
export const laterDay = (a: string, b: string): string => (a > b ? a : b)
