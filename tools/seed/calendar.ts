import { tzOffset } from '@date-fns/tz'
import { toPortalDay } from '#api/zone.ts'

/** Days and times of the story, in Swedish time. */
export interface Calendar {
  today: Date
  /** Returns the given hour, Swedish time, so many days from today. */
  at: (days: number, hour?: number) => Date
  /** Returns the day as `yyyy-MM-dd`, so many days from today. */
  on: (days: number) => string
}

const hourMs = 3_600_000

/** Creates the calendar of a story that is generated on this day. */
export function createCalendar(today: Date): Calendar {
  // The portal's day begins an hour or two before that of UTC.
  const midnight = Date.parse(`${toPortalDay(today)}T00:00:00.000Z`)
  // Clocks change at night, so one offset from UTC holds for the whole day.
  const known = new Map<number, number>()
  const offsetOn = (start: number) => {
    const offset = known.get(start) ?? tzOffset('Europe/Stockholm', new Date(start + 12 * hourMs)) * 60_000
    known.set(start, offset)
    return offset
  }
  const startOf = (days: number) => midnight + Math.floor(days) * 24 * hourMs
  return {
    today,
    at(days, hour = 12) {
      const start = startOf(days)
      return new Date(start + hour * hourMs - offsetOn(start))
    },
    on: (days) => new Date(startOf(days)).toISOString().slice(0, 10),
  }
}
