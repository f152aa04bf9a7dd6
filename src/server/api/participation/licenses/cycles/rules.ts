import { addDays, addMonths, endOfMonths, later, monthOf, yearOf } from '#api/days.ts'

/** How the end of a licence is counted: Months 0, EndOfYear 1, HalfYearShift 2. */
export const validToRules = [0, 1, 2] as const
export type ValidToRule = (typeof validToRules)[number]

export interface Validity {
  /** Empty: without an end. */
  validityMonths: number | null
  validToRule: ValidToRule
}

export interface Windows {
  /** After its end a licence still holds so many days. */
  graceDays: number
  /** Then it can be renewed for so many months, and keeps its old dates, but does not hold. */
  lateMonths: number
  /** Then it sleeps for so many months: renewed, it begins anew. */
  dormantMonths: number
}

/** The dates of one cycle, fixed when it is issued, so that a later change of the rule rewrites nothing. */
export interface CycleDates {
  validFromOn: string
  validToOn: string | null
  graceToOn: string | null
  lateToOn: string | null
  dormantToOn: string | null
}

export interface Cycle extends CycleDates {
  /** What was done until this day belongs to the cycle before. */
  decidedOn: string
  /** The next cycle's first day. */
  succeededOn: string | null
  revokedOn: string | null
}

const secondHalf = 7

/**
 * The last valid day. To the end of a year: the last 31 December within the period; with the half-year shift, who begins
 * in July or later is given the rest of the year.
 */
export function lastDayOf({ validityMonths, validToRule }: Validity, from: string): string | null {
  if (validityMonths === null) return null
  if (validToRule === 0) return endOfMonths(from, validityMonths)
  const shift = validToRule === 2 && monthOf(from) >= secondHalf ? 1 : 0
  return `${yearOf(from) + shift + validityMonths / 12 - 1}-12-31`
}

const monthsAfter = (day: string, months: number) => addDays(addMonths(addDays(day, 1), months), -1)

export function datesOf(validFromOn: string, validToOn: string | null, windows: Windows): CycleDates {
  if (validToOn === null) return { validFromOn, validToOn, graceToOn: null, lateToOn: null, dormantToOn: null }
  const graceToOn = addDays(validToOn, windows.graceDays)
  const lateToOn = later(graceToOn, monthsAfter(validToOn, windows.lateMonths))
  return { validFromOn, validToOn, graceToOn, lateToOn, dormantToOn: monthsAfter(lateToOn, windows.dormantMonths) }
}

/** A first cycle, or one that begins anew. */
export const firstCycle = (rule: Validity & Windows, from: string): CycleDates =>
  datesOf(from, lastDayOf(rule, from), rule)

export const stages = ['coming', 'active', 'grace', 'late', 'dormant', 'lapsed', 'renewed', 'revoked'] as const
export type Stage = (typeof stages)[number]

/** How a cycle stands on a day. */
export function stageOn(cycle: Cycle, day: string): Stage {
  if (cycle.revokedOn !== null && cycle.revokedOn <= day) return 'revoked'
  if (cycle.succeededOn !== null && cycle.succeededOn <= day) return 'renewed'
  if (day < cycle.validFromOn) return 'coming'
  if (cycle.validToOn === null || day <= cycle.validToOn) return 'active'
  if (day <= (cycle.graceToOn ?? '')) return 'grace'
  if (day <= (cycle.lateToOn ?? '')) return 'late'
  return day <= (cycle.dormantToOn ?? '') ? 'dormant' : 'lapsed'
}

/** The licence may be used. */
export const isValidStage = (stage: Stage): boolean => stage === 'active' || stage === 'grace'

const after = (day: string | null) => (day === null ? [] : [addDays(day, 1)])

/** The first day after `day` on which the cycle stands otherwise; null when it never will by itself. */
export function nextChangeOn(cycle: Cycle, day: string): string | null {
  const boundaries = [
    cycle.validFromOn,
    ...(cycle.succeededOn ? [cycle.succeededOn] : []),
    ...[cycle.validToOn, cycle.graceToOn, cycle.lateToOn, cycle.dormantToOn].flatMap(after),
  ]
  const stage = stageOn(cycle, day)
  const coming = boundaries.filter((boundary) => boundary > day && stageOn(cycle, boundary) !== stage)
  return coming.toSorted()[0] ?? null
}

/** The days before the end on which the holder is told. */
export const reminderDays = [90, 30, 7] as const
export type ReminderDays = (typeof reminderDays)[number]

/** Which reminder is due; the nearer ones stand for those that were missed. */
export const reminderFor = (daysLeft: number): ReminderDays | null =>
  daysLeft < 0 ? null : (reminderDays.toReversed().find((days) => daysLeft <= days) ?? null)
