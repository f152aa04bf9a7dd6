import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { toPortalDay } from '#api/zone.ts'
import { listPeriods } from '#islands/calendar/item-state.ts'
import { addDays, type DayRange, mondayOf } from './calendar-days.ts'

/**
 * Returns the days (`yyyy-MM-dd`) of the month of `day` in rows of a week from Monday; null before the first day and
 * after the last.
 */
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

type DatedItem = Parameters<typeof listPeriods>[0]

/**
 * Groups the items by Swedish day (`yyyy-MM-dd`), the earliest day first: each item, in the given order, under every
 * day that it lasts and that `isShown` accepts. Days without items are left out.
 */
export function groupByDay<Item extends DatedItem>(items: readonly Item[], isShown: (day: string) => boolean) {
  const byDay = new Map<string, Item[]>()
  for (const item of items) {
    const days = new Set(listPeriods(item).flatMap(({ start, end }) => daysBetween(start, end)))
    for (const day of days) if (isShown(day)) byDay.set(day, [...(byDay.get(day) ?? []), item])
  }
  return new Map([...byDay].sort(([a], [b]) => a.localeCompare(b)))
}

/**
 * Groups the items by the Swedish days of the month of `day`, the earliest day first: each item under every day that it
 * lasts, in the given order. Days without items are left out.
 */
export const itemsByDay = (items: readonly CalendarItem[], day: string): Map<string, CalendarItem[]> =>
  groupByDay(items, (itemDay) => itemDay.startsWith(day.slice(0, 7)))

/** Returns the days (`yyyy-MM-dd`) of a grid in rows of a week, from the Monday `first` to the Sunday `last`. */
export function weeksBetween({ first, last }: DayRange): string[][] {
  const weeks: string[][] = []
  for (let monday = first; monday <= last; monday = addDays(monday, 7))
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((at) => addDays(monday, at)))
  return weeks
}

/**
 * Returns the day (`yyyy-MM-dd`) that a month opens at: the requested day, else the first later one, else the last.
 * `days` are those with an item, ascending. Null when there is none.
 */
export function openingDay(days: readonly string[], requestedDay: string): string | null {
  return days.find((day) => day >= requestedDay) ?? days.at(-1) ?? null
}

/**
 * Returns the Monday before which the weeks of the current month are folded, so that today is near the top; null when
 * nothing is. A single past week stays, and so do all when the requested day lies in one; the first of the month
 * stands for the whole month.
 */
export function foldedBefore(day: string, requestedDay: string | null, today: string): string | null {
  const monday = mondayOf(today)
  const isPast = requestedDay !== null && requestedDay < monday && !requestedDay.endsWith('-01')
  if (isPast || !today.startsWith(day.slice(0, 7))) return null
  return mondayOf(`${day.slice(0, 7)}-01`) < addDays(monday, -7) ? monday : null
}
