/** Calendar days as `yyyy-MM-dd`: their order as text is their order in time. */
const numbers = (day: string): [number, number, number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8)),
]

const text = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)

export function addDays(day: string, days: number): string {
  const [year, month, date] = numbers(day)
  return text(Date.UTC(year, month - 1, date + days))
}

/** The day so many months later; where that month is too short, the first of the next. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = numbers(day)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return text(date > last ? Date.UTC(year, month + months, 1) : Date.UTC(year, month - 1 + months, date))
}

/** The last day of so many months that begin on the day: a year from the first of January ends on the 31st of December. */
export const endOfMonths = (from: string, months: number): string => addDays(addMonths(from, months), -1)

export const yearOf = (day: string): number => numbers(day)[0]
export const monthOf = (day: string): number => numbers(day)[1]

export function daysBetween(from: string, to: string): number {
  const [a, b] = [from, to].map((day) => Date.UTC(numbers(day)[0], numbers(day)[1] - 1, numbers(day)[2]))
  return ((b ?? 0) - (a ?? 0)) / 86_400_000
}

export const later = (a: string, b: string): string => (a > b ? a : b)
