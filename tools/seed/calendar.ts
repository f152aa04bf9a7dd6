import { tzOffset } from '@date-fns/tz'
import { toPortalDay } from '#api/zone.ts'

/** Days and hours as the federation's people live them. */
export interface Calendar {
  today: Date
  /** The given hour after breakfast, Swedish time, so many days from today. */
  at: (days: number, hour?: number) => Date
  /** `yyyy-MM-dd`, so many days from today. */
  on: (days: number) => string
}

const hourMs = 3_600_000

export function calendarOf(today: Date): Calendar {
  // The portal's day, which has begun an hour or two before that of Greenwich.
  const midnight = Date.parse(`${toPortalDay(today)}T00:00:00.000Z`)
  // Clocks change at night, so one difference from UTC serves the whole day.
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
