import { addDays } from '#api/days.ts'
import { atHour, toPortalDay } from '#api/zone.ts'

export const scheduledReports = ['view', 'board'] as const
export type ScheduledReport = (typeof scheduledReports)[number]

export const rhythms = ['weekly', 'monthly'] as const
export type Rhythm = (typeof rhythms)[number]

/** Times of a schedule, in the portal's time zone. */
export interface ScheduleTimes {
  rhythm: Rhythm
  /** Weekly: 1 for Monday to 7 for Sunday. Monthly: day of the month; a shorter month uses its last day. */
  day: number
  /** Hour of the day, 0 to 23; `atHour` says which one it is when the clock changes. */
  hour: number
}

/**
 * Result of a delivery: `sent`, or the reason why the receiver got nothing. `account`: closed or gone; `role`: may not
 * open the report any more; `address`: without an e-mail address; `owner`: the schedule's owner may not open the
 * report; `view`: the view is removed or not shared any more; `left`: the owner does not look after the receiver any
 * more; `failed`: an error, which the log describes.
 */
export const deliveryOutcomes = ['sent', 'account', 'role', 'address', 'owner', 'view', 'left', 'failed'] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

export const maxReceivers = 20

/** More than the longest time between two days of a schedule. */
const maxDaysBetween = 32

const lastDayOfMonth = (day: string): number => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const isScheduledDay = ({ rhythm, day }: ScheduleTimes, date: string): boolean => {
  if (rhythm === 'weekly') return (new Date(`${date}T12:00:00Z`).getUTCDay() || 7) === day
  return Number(date.slice(8)) === Math.min(day, lastDayOfMonth(date))
}

/** Finds the first time of the schedule among the days from `date`, in the direction of `step`, that fits. */
function findTime(times: ScheduleTimes, date: string, step: 1 | -1, fits: (moment: Date) => boolean): Date {
  for (let away = 0; away <= maxDaysBetween; away += 1) {
    const on = addDays(date, away * step)
    const moment = atHour(on, times.hour)
    if (isScheduledDay(times, on) && fits(moment)) return moment
  }
  throw new Error('the schedule has no time within a month')
}

/**
 * Returns the first time of a schedule, which is weekly or monthly at an hour in Sweden, after a moment; a time at the
 * very moment does not count. In a month without the day it is the month's last day.
 */
export const nextTime = (times: ScheduleTimes, after: Date): Date =>
  findTime(times, toPortalDay(after), 1, (moment) => moment > after)

/**
 * Returns the latest time of a schedule, which is weekly or monthly at an hour in Sweden, at or before a moment. After
 * a pause of the portal it is the only one that is made up for.
 */
export const latestTime = (times: ScheduleTimes, until: Date): Date =>
  findTime(times, toPortalDay(until), -1, (moment) => moment <= until)

/** Returns the path of a schedule, which opens its report in the scope of the person who follows it. */
export const scheduledReportPath = (id: string): string => `/oversikt/schemalagda-rapporter/${id}`

/** Path of the board report. */
export const boardReportPath = '/print/board'
