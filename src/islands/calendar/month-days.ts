import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { dayIn } from '#api/zone.ts'
import { plusDays } from './calendar-days.ts'
import { stretchesOf } from './item-state.ts'

/** The days of a month in rows of a week each; null before its first and after its last. */
export function weeksOf(day: string): (string | null)[][] {
  const month = day.slice(0, 7)
  const first = `${month}-01`
  const before = (new Date(`${first}T00:00:00.000Z`).getUTCDay() + 6) % 7
  const days: (string | null)[] = Array.from({ length: before }, () => null)
  for (let one = first; one.startsWith(month); one = plusDays(one, 1)) days.push(one)
  while (days.length % 7 > 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** What ends as a day begins is not of that day. */
const daysFrom = (start: Date, end: Date): string[] => {
  const last = dayIn(new Date(Math.max(start.getTime(), end.getTime() - 1)))
  const days = [dayIn(start)]
  for (let day = dayIn(start); day < last; ) {
    day = plusDays(day, 1)
    days.push(day)
  }
  return days
}

/** What happens on each day of a month, on every day that it lasts. */
export function itemsByDay(items: readonly CalendarItem[], day: string): Map<string, CalendarItem[]> {
  const month = day.slice(0, 7)
  const found = new Map<string, CalendarItem[]>()
  for (const item of items) {
    const days = new Set(stretchesOf(item).flatMap(({ start, end }) => daysFrom(start, end)))
    for (const one of days) if (one.startsWith(month)) found.set(one, [...(found.get(one) ?? []), item])
  }
  return new Map([...found].sort(([a], [b]) => a.localeCompare(b)))
}

/** The day that a month opens at: the one asked for or today, else the first after it on which something happens. */
export function openingDay(days: readonly string[], wanted: string): string | null {
  return days.find((day) => day >= wanted) ?? days.at(-1) ?? null
}
