import { TZDate } from '@date-fns/tz'
import { startOfDay as firstMomentOf, endOfDay as lastMomentOf } from 'date-fns'

/** Days begin and end where the portal's people are, whatever the machine's own zone. */
export const portalZone = 'Europe/Stockholm'

const plainDay = /^\d{4}-\d{2}-\d{2}$/

/** A calendar day is that day in the portal's zone; a moment is the day it falls on there. */
function inZone(given: string | Date): TZDate {
  if (given instanceof Date) return new TZDate(given.getTime(), portalZone)
  if (!plainDay.test(given)) return new TZDate(new Date(given).getTime(), portalZone)
  const [year = 0, month = 1, date = 1] = given.split('-').map(Number)
  return new TZDate(year, month - 1, date, portalZone)
}

const plain = (moment: Date) => new Date(moment.getTime())

const daysAtMost = 1000

/** By day: the library asks the zone several times for each, and a calendar begins and ends the same days again and again. */
function remembered(momentOf: (zoned: TZDate) => Date) {
  const known = new Map<string, number>()
  return (given: string | Date): Date => {
    if (given instanceof Date || !plainDay.test(given)) return plain(momentOf(inZone(given)))
    const ms = known.get(given) ?? momentOf(inZone(given)).getTime()
    if (known.size >= daysAtMost && !known.has(given)) known.clear()
    known.set(given, ms)
    return new Date(ms)
  }
}

/** 00:00:00.000 of the day. */
export const startOfDay = remembered(firstMomentOf)

/** 23:59:59.999 of the day. */
export const endOfDay = remembered(lastMomentOf)

/** Sweden writes its days as the portal does; a zoned date of the library takes fifty times as long to ask. */
const days = new Intl.DateTimeFormat('sv-SE', {
  timeZone: portalZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

const hourMs = 3_600_000
const hoursAtMost = 2000
/** By hour since 1970: from then on the zone is whole hours from universal time, so that no day begins within one. */
const daysByHour = new Map<number, string>()

/** The calendar day of a moment, `yyyy-MM-dd`. */
export function dayIn(moment: Date): string {
  const ms = moment.getTime()
  const hour = Math.floor(ms / hourMs)
  const known = daysByHour.get(hour)
  if (known !== undefined) return known
  const day = days.format(moment).padStart(10, '0')
  if (daysByHour.size >= hoursAtMost) daysByHour.clear()
  if (ms >= 0) daysByHour.set(hour, day)
  return day
}
