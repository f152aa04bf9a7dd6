import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'

/** What a clock on the wall in that zone shows at an instant, as a date of the browser's own zone. */
export function wallClockIn(zone: string, instant: Date): Date {
  const there = new TZDate(instant, zone)
  const parts = [there.getDate(), there.getHours(), there.getMinutes(), there.getSeconds()] as const
  return new Date(there.getFullYear(), there.getMonth(), ...parts)
}

/** The instant at which a clock on the wall in that zone shows this. */
export function instantOf(zone: string, wall: Date): Date {
  const parts = [wall.getDate(), wall.getHours(), wall.getMinutes(), wall.getSeconds()] as const
  return new Date(new TZDate(wall.getFullYear(), wall.getMonth(), ...parts, zone).getTime())
}

/** A day as calls carry it, 2026-05-09. */
export const dayText = (date: Date) => format(date, 'yyyy-MM-dd')
