import type { View } from './calendar-url.ts'

/** Days are `yyyy-MM-dd` here, and counted without clocks: no hour of any zone can move them. */
const dayMs = 86_400_000
const at = (day: string) => new Date(`${day}T00:00:00.000Z`)
const text = (moment: Date) => moment.toISOString().slice(0, 10)

export const plusDays = (day: string, count: number): string => text(new Date(at(day).getTime() + count * dayMs))

/** The same day of another month, or its last one where it has no such day. */
export function plusMonths(day: string, count: number): string {
  const first = at(`${day.slice(0, 7)}-01`)
  first.setUTCMonth(first.getUTCMonth() + count)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return `${text(first).slice(0, 8)}${String(Math.min(Number(day.slice(8)), last)).padStart(2, '0')}`
}

/** Weeks begin on Mondays. */
export const mondayOf = (day: string): string => plusDays(day, -((at(day).getUTCDay() + 6) % 7))

export interface Days {
  first: string
  last: string
}

/** A grid of days: `ahead` holds the weeks from this one to a month ahead. */
export type GridView = 'ahead' | 'month' | 'week'

/** The days that a view holds: a month with the whole weeks it begins and ends in, or a month ahead in the list. */
export function daysOf(view: View | GridView, day: string): Days {
  if (view === 'ahead') return { first: mondayOf(day), last: plusDays(mondayOf(plusMonths(day, 1)), 6) }
  if (view === 'week') return { first: mondayOf(day), last: plusDays(mondayOf(day), 6) }
  if (view === 'list') return { first: day, last: plusMonths(day, 1) }
  const first = `${day.slice(0, 7)}-01`
  const last = plusDays(plusMonths(first, 1), -1)
  return { first: mondayOf(first), last: plusDays(mondayOf(last), 6) }
}

/** How many whole weeks a grid holds. */
export function weeksIn(view: GridView, day: string): number {
  const { first, last } = daysOf(view, day)
  return (at(last).getTime() - at(first).getTime() + dayMs) / (7 * dayMs)
}

/** A step back or ahead; months are stepped from their first day, so that none is left out. */
export function stepped(view: View, day: string, direction: -1 | 1): string {
  if (view === 'week') return plusDays(mondayOf(day), 7 * direction)
  return plusMonths(view === 'month' ? `${day.slice(0, 7)}-01` : day, direction)
}
