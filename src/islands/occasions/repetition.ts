import { addDays, addMonths, addWeeks, differenceInCalendarDays } from 'date-fns'
import type { OccasionInput } from '#api/catalogue/occasions/management/contract.ts'
import { addPortalDays, portalZone, toPortalDay } from '#api/zone.ts'
import { parseNumberInput } from '../client/amount-input.ts'
import { toWallClock } from '../ui/wall-clock.ts'
import { daysBetween, moveByDays, type OccasionTimes } from './occasion-times.ts'
import { findHoliday, type Holiday } from './swedish-holidays.ts'

export type Interval = 'week' | 'fortnight' | 'month'

/** Choices of a person who repeats a new occasion. The first occasion has index 0, and is neither skipped nor moved. */
export interface Repetition {
  /** Empty when the occasion is not repeated. */
  interval: Interval | ''
  times: string
  /** Indexes of the dates that are left out. */
  skipped: readonly number[]
  /** Chosen days by index, as wall-clock dates. */
  moved: Readonly<Record<number, Date>>
}

/** One date of a repetition before it is created. */
export interface RepeatedDate<Times extends OccasionTimes> {
  index: number
  times: Times
  isSkipped: boolean
  isMoved: boolean
  /** The first holiday among its days. */
  holiday: Holiday | null
}

const addIntervals = {
  week: addWeeks,
  fortnight: (date: Date, count: number) => addDays(date, 14 * count),
  month: addMonths,
}

/** Parses how many dates a repetition has, 1 to 52 with the first one; null for anything else. */
export function parseTimes(text: string): number | null {
  const times = parseNumberInput(text)
  return Number.isInteger(times) && times !== null && times >= 1 && times <= 52 ? times : null
}

/**
 * Returns how many days later a date of the repetition begins. All its dates move by as many, so a weekend stays one.
 */
function daysUntil(first: Date, { interval, moved }: Repetition, index: number): number {
  const wall = toWallClock(portalZone, first)
  const regular = interval && index > 0 ? addIntervals[interval](wall, index) : wall
  return differenceInCalendarDays(moved[index] ?? regular, wall)
}

const maxDaysLooked = 60

/** Lists the calendar days of an occasion: those of its sessions, or all from the first to the last. */
function listDays({ startDate, endDate, sessions }: OccasionTimes): string[] {
  const ofSessions = sessions.flatMap(({ start }) => (start ? [toPortalDay(start)] : []))
  if (ofSessions.length > 0 || !startDate) return ofSessions
  const length = Math.min(maxDaysLooked, 1 + Math.max(0, endDate ? daysBetween(startDate, endDate) : 0))
  return Array.from({ length }, (_, days) => toPortalDay(addPortalDays(startDate, days)))
}

const findFirstHoliday = (times: OccasionTimes): Holiday | null =>
  listDays(times)
    .map(findHoliday)
    .find((holiday) => holiday !== null) ?? null

/**
 * Lists the dates of a repetition by index, the first one and skipped ones too, at their moved days. Each has the first
 * holiday among its days. Empty without an interval, a start or a valid number of times.
 */
export function listDates<Times extends OccasionTimes>(first: Times, repetition: Repetition): RepeatedDate<Times>[] {
  const { startDate } = first
  const count = parseTimes(repetition.times)
  if (!repetition.interval || count === null || !startDate) return []
  return Array.from({ length: count }, (_, index) => {
    const times = index === 0 ? first : moveByDays(first, daysUntil(startDate, repetition, index))
    return {
      index,
      times,
      isSkipped: repetition.skipped.includes(index),
      isMoved: repetition.moved[index] !== undefined,
      holiday: findFirstHoliday(times),
    }
  })
}

/**
 * Returns the repetition without skipped and moved dates when the first start is on another Swedish day than before;
 * unchanged otherwise.
 */
export function forFirstDay(repetition: Repetition, before: Date | null, after: Date | null): Repetition {
  const isSameDay = before && after ? toPortalDay(before) === toPortalDay(after) : before === after
  return isSameDay ? repetition : { ...repetition, skipped: [], moved: {} }
}

/**
 * Returns the occasions of a repetition without the skipped dates and all without tag. Their order is that of the
 * regular dates, also when one is moved; times of day stay the same. The input alone, with its tag, when it is not
 * repeated or lacks a start or a valid number of times.
 */
export function repeatOccasion(input: OccasionInput, repetition: Repetition): OccasionInput[] {
  // A tag has one occasion of each part.
  const occasions = listDates({ ...input, tagId: null }, repetition)
  // Without a start the server names the field.
  return occasions.length === 0 ? [input] : occasions.flatMap(({ times, isSkipped }) => (isSkipped ? [] : [times]))
}
