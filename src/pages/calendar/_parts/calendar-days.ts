import type { View } from './calendar-url.ts'

/** Days are `yyyy-MM-dd` and computed in UTC, so that no time zone shifts them. */
const dayMs = 86_400_000
const toDate = (day: string) => new Date(`${day}T00:00:00.000Z`)
const toDay = (moment: Date) => moment.toISOString().slice(0, 10)

/** Returns the day (`yyyy-MM-dd`) that is `count` days later; earlier when `count` is negative. */
export const addDays = (day: string, count: number): string => toDay(new Date(toDate(day).getTime() + count * dayMs))

/**
 * Returns the same day (`yyyy-MM-dd`) of a month `count` later, or the last day of a shorter month. Earlier when
 * `count` is negative.
 */
export function addMonths(day: string, count: number): string {
  const first = toDate(`${day.slice(0, 7)}-01`)
  first.setUTCMonth(first.getUTCMonth() + count)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return `${toDay(first).slice(0, 8)}${String(Math.min(Number(day.slice(8)), last)).padStart(2, '0')}`
}

/** Returns the Monday (`yyyy-MM-dd`) of the week that holds the day. */
export const mondayOf = (day: string): string => addDays(day, -((toDate(day).getUTCDay() + 6) % 7))

export interface DayRange {
  first: string
  last: string
}

/** Range of a grid: `ahead` is from this week to a month ahead. */
export type GridView = 'ahead' | 'month' | 'week'

/**
 * Returns the first and last day (`yyyy-MM-dd`) of a view, both included: whole weeks from Monday for the grids `week`,
 * `month` and `ahead` (until the week a month later), a month from `day` for the list.
 */
export function viewDays(view: View | GridView, day: string): DayRange {
  if (view === 'ahead') return { first: mondayOf(day), last: addDays(mondayOf(addMonths(day, 1)), 6) }
  if (view === 'week') return { first: mondayOf(day), last: addDays(mondayOf(day), 6) }
  if (view === 'list') return { first: day, last: addMonths(day, 1) }
  const first = `${day.slice(0, 7)}-01`
  const last = addDays(addMonths(first, 1), -1)
  return { first: mondayOf(first), last: addDays(mondayOf(last), 6) }
}

/**
 * Returns the day (`yyyy-MM-dd`) of the previous (-1) or next (1) period of a view: the Monday of a week, day 1 of a
 * month, and for the list the same day a month away (the last day of a shorter month).
 */
export function stepDay(view: View, day: string, direction: -1 | 1): string {
  if (view === 'week') return addDays(mondayOf(day), 7 * direction)
  return addMonths(view === 'month' ? `${day.slice(0, 7)}-01` : day, direction)
}
