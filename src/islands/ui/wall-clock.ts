import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'

/**
 * Returns the wall-clock time of an instant in a zone such as `Europe/Stockholm`, as a date in the browser's own zone.
 * Milliseconds are dropped.
 */
export function toWallClock(zone: string, instant: Date): Date {
  const zoned = new TZDate(instant, zone)
  const parts = [zoned.getDate(), zoned.getHours(), zoned.getMinutes(), zoned.getSeconds()] as const
  return new Date(zoned.getFullYear(), zoned.getMonth(), ...parts)
}

/**
 * Returns the instant of a wall-clock time in a zone. `wall` has the time in the browser's own zone, as `toWallClock`
 * returns it. Milliseconds are dropped. When clocks change, a skipped time becomes an hour later, and one that occurs
 * twice gives either instant. Returns an invalid date for an unknown zone.
 */
export function toInstant(zone: string, wall: Date): Date {
  const parts = [wall.getDate(), wall.getHours(), wall.getMinutes(), wall.getSeconds()] as const
  return new Date(new TZDate(wall.getFullYear(), wall.getMonth(), ...parts, zone).getTime())
}

/** Formats the day of a date, in the browser's own zone, as calls carry it: 2026-05-09. */
export const formatDay = (date: Date) => format(date, 'yyyy-MM-dd')
