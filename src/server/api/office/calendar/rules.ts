import { TZDate } from '@date-fns/tz'
import { addMonths } from 'date-fns'
import { dayIn, endOfDay, portalZone, startOfDay } from '#api/zone.ts'

export interface Window {
  from: Date
  to: Date
}

interface Asked {
  startDate?: string | null | undefined
  endDate?: string | null | undefined
}

const isDay = (text: string) => text.length === 10

/** A calendar month later on the clocks of the portal, also when they have changed meanwhile. */
const aMonthAfter = (moment: Date) => new Date(addMonths(new TZDate(moment.getTime(), portalZone), 1).getTime())

/** From now to a month ahead unless asked otherwise; null when the end lies before the start. */
export function windowOf({ startDate, endDate }: Asked, now: Date): Window | null {
  const from = startDate ? (isDay(startDate) ? startOfDay(startDate) : new Date(startDate)) : now
  const to = endDate ? (isDay(endDate) ? endOfDay(endDate) : new Date(endDate)) : aMonthAfter(from)
  return from <= to ? { from, to } : null
}

/** With and without useMaxCountLimit (spec G-067); nobody looks at more than two thousand. */
export const itemsAtMost = (useMaxCountLimit: boolean): number => (useMaxCountLimit ? 100 : 2000)

/** As many days as a month's grid can have, and some. */
const daysAtMost = 62

/** The days of a window on the clocks of the portal, the first and the last as far as they are in it. */
export function daysIn({ from, to }: Window): Window[] {
  const days: Window[] = []
  for (let begin = from; begin <= to && days.length < daysAtMost; ) {
    const end = endOfDay(dayIn(begin))
    days.push({ from: begin, to: end < to ? end : to })
    begin = new Date(end.getTime() + 1)
  }
  return days
}

/** No day is counted further. */
export const countedAtMost = 100
