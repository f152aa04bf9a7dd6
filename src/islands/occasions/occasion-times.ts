import { differenceInCalendarDays } from 'date-fns'
import { addPortalDays, portalZone } from '#api/zone.ts'
import { toInstant, toWallClock } from '../ui/wall-clock.ts'

export interface Session {
  start: Date | null
  end: Date | null
}

/** All dates of an occasion. */
export interface OccasionTimes {
  startDate: Date | null
  endDate: Date | null
  sessions: Session[]
  lastSignUpDate: Date | null
  lastCancelDate: Date | null
}

/** Counts the calendar days from one moment to another in the portal's time zone; negative when `to` is earlier. */
export const daysBetween = (from: Date, to: Date): number =>
  differenceInCalendarDays(toWallClock(portalZone, to), toWallClock(portalZone, from))

/**
 * Moves all dates by whole Swedish days, earlier for a negative number; missing ones stay missing, and times of day
 * stay the same.
 */
export function moveByDays<Times extends OccasionTimes>(times: Times, days: number): Times {
  const move = (date: Date | null) => date && addPortalDays(date, days)
  return {
    ...times,
    startDate: move(times.startDate),
    endDate: move(times.endDate),
    sessions: times.sessions.map(({ start, end }) => ({ start: move(start), end: move(end) })),
    lastSignUpDate: move(times.lastSignUpDate),
    lastCancelDate: move(times.lastCancelDate),
  }
}

/**
 * Moves all dates so that the occasion begins on the day of `day`, a wall-clock date (local time stands for Swedish
 * time); times of day stay the same. Unchanged without a start.
 */
export function moveToDay(times: OccasionTimes, day: Date): OccasionTimes {
  const { startDate } = times
  return startDate ? moveByDays(times, differenceInCalendarDays(day, toWallClock(portalZone, startDate))) : times
}

/**
 * Leaves out the last days that have passed, since nobody could sign up to an occasion that is closed from the start.
 */
function withoutPastDeadlines(times: OccasionTimes, now: Date): OccasionTimes {
  const coming = (date: Date | null) => (date && date > now ? date : null)
  return {
    ...times,
    lastSignUpDate: coming(times.lastSignUpDate),
    lastCancelDate: coming(times.lastCancelDate),
  }
}

interface CopyMove {
  copied: OccasionTimes
  draft: OccasionTimes
  day: Date
  /** The day that was chosen before; null at first. */
  previousDay: Date | null
  now: Date
}

/**
 * Moves the draft of a copy to a day, with its times of day; without a start or an earlier day it is the moved copied
 * occasion. Last days that nobody has edited are those of the copied occasion without the passed ones, so a day that is
 * typed digit by digit loses none of them.
 */
export function moveCopy({ copied, draft, day, previousDay, now }: CopyMove): OccasionTimes {
  const copyOn = (one: Date) => withoutPastDeadlines(moveToDay(copied, one), now)
  const [copy, previous] = [copyOn(day), previousDay && copyOn(previousDay)]
  if (!draft.startDate || !previous) return copy
  const moved = moveToDay(draft, day)
  const lastDay = (field: 'lastSignUpDate' | 'lastCancelDate') =>
    draft[field]?.getTime() === previous[field]?.getTime() ? copy[field] : moved[field]
  return { ...moved, lastSignUpDate: lastDay('lastSignUpDate'), lastCancelDate: lastDay('lastCancelDate') }
}

const minuteOfDay = (wall: Date) => wall.getHours() * 60 + wall.getMinutes()

/**
 * Returns the end that follows a start: as long after it by the clock as in the given times. It is the start itself
 * where they have no length, which the server refuses until an end is chosen.
 */
export function endAfter(start: Date, { start: from, end }: Session): Date {
  if (!from || !end) return start
  const wall = toWallClock(portalZone, start)
  const minutes =
    minuteOfDay(toWallClock(portalZone, end)) - minuteOfDay(toWallClock(portalZone, from)) + minuteOfDay(wall)
  // Days and minutes are counted apart, because a day is 23 or 25 hours long when the clocks change.
  const [year, month, day] = [wall.getFullYear(), wall.getMonth(), wall.getDate() + daysBetween(from, end)]
  return toInstant(portalZone, new Date(year, month, day, 0, minutes))
}

/** Returns the day after a session at the same time of day, for a session that is added. */
export const nextDay = ({ start, end }: Session): Session => ({
  start: start && addPortalDays(start, 1),
  end: end && addPortalDays(end, 1),
})
