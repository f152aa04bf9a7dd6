import { TZDate } from '@date-fns/tz'
import { addMonths } from 'date-fns'
import { endOfDay, portalZone, startOfDay, toPortalDay } from '#api/zone.ts'

/** A period of time, both ends inclusive. */
export interface TimeWindow {
  from: Date
  to: Date
}

interface WindowQuery {
  startDate?: string | null | undefined
  endDate?: string | null | undefined
}

const isDay = (text: string) => text.length === 10

/**
 * Returns the same local time one calendar month later in the portal's time zone, also across a daylight saving change.
 */
const addMonth = (moment: Date) => new Date(addMonths(new TZDate(moment.getTime(), portalZone), 1).getTime())

/**
 * Returns the requested window, by default from now to a month after its start. Null when the end is before the start,
 * or an instant is malformed. An empty text counts as none.
 *
 * Texts of ten characters are days, `yyyy-MM-dd`, and count as whole days of the portal's zone, to the last millisecond
 * of the last one; 30 February counts as 2 March. Other texts are instants as `Date` parses them.
 */
export function parseWindow({ startDate, endDate }: WindowQuery, now: Date): TimeWindow | null {
  const from = startDate ? (isDay(startDate) ? startOfDay(startDate) : new Date(startDate)) : now
  const to = endDate ? (isDay(endDate) ? endOfDay(endDate) : new Date(endDate)) : addMonth(from)
  return from <= to ? { from, to } : null
}

/** Returns the highest number of items in a reply: 100 with `useMaxCountLimit`, else 2,000 (spec G-067). */
export const maxItems = (useMaxCountLimit: boolean): number => (useMaxCountLimit ? 100 : 2000)

/** Highest number of days in a window; more than a month's grid shows. */
const maxDays = 62

/**
 * Splits a window, both ends of which belong to it, into days of the portal's time zone, in their order. The first and
 * the last may be partial; each ends a millisecond before the next. Days after the 62nd are left out.
 */
export function splitIntoDays({ from, to }: TimeWindow): TimeWindow[] {
  const days: TimeWindow[] = []
  for (let begin = from; begin <= to && days.length < maxDays; ) {
    const end = endOfDay(toPortalDay(begin))
    days.push({ from: begin, to: end < to ? end : to })
    begin = new Date(end.getTime() + 1)
  }
  return days
}

/** Highest count reported for a day. */
export const maxCountedPerDay = 100
