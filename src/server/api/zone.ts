import { TZDate } from '@date-fns/tz'
import { addDays, startOfDay as firstMomentOf, endOfDay as lastMomentOf } from 'date-fns'

/** Time zone in which days begin and end, independent of the zone of the machine. */
export const portalZone = 'Europe/Stockholm'

const plainDay = /^\d{4}-\d{2}-\d{2}$/

/** Converts to a zoned date: the start of a calendar day, or a moment as it is. */
function toZonedDate(dayOrMoment: string | Date): TZDate {
  if (dayOrMoment instanceof Date) return new TZDate(dayOrMoment.getTime(), portalZone)
  if (!plainDay.test(dayOrMoment)) return new TZDate(new Date(dayOrMoment).getTime(), portalZone)
  const [year = 0, month = 1, date = 1] = dayOrMoment.split('-').map(Number)
  return new TZDate(year, month - 1, date, portalZone)
}

const toPlainDate = (moment: Date) => new Date(moment.getTime())

const maxCachedDays = 1000

/**
 * Caches the result by day, because the library looks up the zone several times for each call and calendars repeat the
 * same days.
 */
function cachedByDay(toMoment: (zoned: TZDate) => Date) {
  const cached = new Map<string, number>()
  return (dayOrMoment: string | Date): Date => {
    if (dayOrMoment instanceof Date || !plainDay.test(dayOrMoment))
      return toPlainDate(toMoment(toZonedDate(dayOrMoment)))
    const ms = cached.get(dayOrMoment) ?? toMoment(toZonedDate(dayOrMoment)).getTime()
    if (cached.size >= maxCachedDays && !cached.has(dayOrMoment)) cached.clear()
    cached.set(dayOrMoment, ms)
    return new Date(ms)
  }
}

/**
 * Returns the first moment of a day in the portal's zone, 00:00:00.000. Takes a calendar day, or a moment or full
 * date-time of that day.
 */
export const startOfDay = cachedByDay(firstMomentOf)

/**
 * Returns the last millisecond of a day in the portal's zone, 23:59:59.999. Takes a calendar day, or a moment or full
 * date-time of that day.
 */
export const endOfDay = cachedByDay(lastMomentOf)

/**
 * Returns the moment at which an hour, 0 to 23, of a day (`yyyy-MM-dd`) begins in the portal's zone, Europe/Stockholm.
 * An hour that the change to summer time leaves out is the next one; of an hour that occurs twice it is the second.
 */
export function atHour(day: string, hour: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return toPlainDate(new TZDate(year, month - 1, date, hour, portalZone))
}

/**
 * Returns the moment so many days later at the same time of day in the portal's zone, also across a change to summer
 * time; earlier with a negative number.
 */
export const addPortalDays = (moment: Date, days: number): Date => toPlainDate(addDays(toZonedDate(moment), days))

/** The Swedish locale formats days as `yyyy-MM-dd`. It is about fifty times faster than a zoned date of the library. */
const days = new Intl.DateTimeFormat('sv-SE', {
  timeZone: portalZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

const hourMs = 3_600_000
const maxCachedHours = 2000
/**
 * Days by hour since 1970. From 1970 on the zone's offset is a whole number of hours, so no day begins within an hour.
 */
const daysByHour = new Map<number, string>()

/** Returns the calendar day of a moment in the portal's zone, Europe/Stockholm, as `yyyy-MM-dd`. */
export function toPortalDay(moment: Date): string {
  const ms = moment.getTime()
  const hour = Math.floor(ms / hourMs)
  const cached = daysByHour.get(hour)
  if (cached !== undefined) return cached
  const day = days.format(moment).padStart(10, '0')
  if (daysByHour.size >= maxCachedHours) daysByHour.clear()
  if (ms >= 0) daysByHour.set(hour, day)
  return day
}

const times = new Intl.DateTimeFormat('sv-SE', { timeZone: portalZone, hour: '2-digit', minute: '2-digit' })

/** Returns a moment in the portal's zone, Europe/Stockholm, as `yyyy-MM-dd HH:mm`, without its seconds. */
export const toPortalMinute = (moment: Date): string => `${toPortalDay(moment)} ${times.format(moment)}`
