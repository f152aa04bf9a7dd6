import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { toPortalDay } from '#api/zone.ts'
import { addDays } from './calendar-days.ts'
import { listPeriods } from './item-state.ts'

/** Returns the days of a month in rows of a week; null before the first day and after the last. */
export function weeksOfMonth(day: string): (string | null)[][] {
  const month = day.slice(0, 7)
  const first = `${month}-01`
  const before = (new Date(`${first}T00:00:00.000Z`).getUTCDay() + 6) % 7
  const days: (string | null)[] = Array.from({ length: before }, () => null)
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  while (days.length % 7 > 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** Lists the days of a period. A period that ends at midnight does not include the day that begins then. */
const daysBetween = (start: Date, end: Date): string[] => {
  const last = toPortalDay(new Date(Math.max(start.getTime(), end.getTime() - 1)))
  const days = [toPortalDay(start)]
  for (let day = toPortalDay(start); day < last; ) {
    day = addDays(day, 1)
    days.push(day)
  }
  return days
}

/** Groups the items by the days of a month, each item under every day that it lasts. */
export function itemsByDay(items: readonly CalendarItem[], day: string): Map<string, CalendarItem[]> {
  const month = day.slice(0, 7)
  const byDay = new Map<string, CalendarItem[]>()
  for (const item of items) {
    const days = new Set(listPeriods(item).flatMap(({ start, end }) => daysBetween(start, end)))
    for (const itemDay of days) if (itemDay.startsWith(month)) byDay.set(itemDay, [...(byDay.get(itemDay) ?? []), item])
  }
  return new Map([...byDay].sort(([a], [b]) => a.localeCompare(b)))
}

/** Returns the day that a month opens at: the requested day, else the first later day with an item, else the last. */
export function openingDay(days: readonly string[], requestedDay: string): string | null {
  return days.find((day) => day >= requestedDay) ?? days.at(-1) ?? null
}
