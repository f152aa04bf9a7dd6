import { addDays, addMonths, getMonth, getYear, lastDayOfPeriod, laterDay } from '#api/days.ts'

/** The ways to count the end of a licence: Months 0, EndOfYear 1, HalfYearShift 2. */
export const validToRules = [0, 1, 2] as const
export type ValidToRule = (typeof validToRules)[number]

/** How long a licence is valid. */
export interface Validity {
  /** Null for a licence that never expires. */
  validityMonths: number | null
  validToRule: ValidToRule
}

/** The periods after the last valid day, which follow each other. */
export interface RenewalPeriods {
  /** Days during which the licence is still valid. */
  graceDays: number
  /** Months during which it is invalid, and a renewal continues the old dates. */
  lateMonths: number
  /** Months during which it is invalid, and a renewal starts a new period. */
  dormantMonths: number
}

/**
 * The dates of one cycle, `yyyy-MM-dd`, each the last day of its period; all but the first are null for a cycle without
 * end. Fixed when the cycle is issued: a later change of the rule does not affect them.
 */
export interface CycleDates {
  validFromOn: string
  validToOn: string | null
  graceToOn: string | null
  lateToOn: string | null
  dormantToOn: string | null
}

/** A period of validity of one person's licence. */
export interface Cycle extends CycleDates {
  /** Training until this day counts towards the previous cycle. */
  decidedOn: string
  /** First day of the next cycle. */
  succeededOn: string | null
  /** First day on which it is revoked; null while it is not. */
  revokedOn: string | null
}

const secondHalf = 7

/**
 * Returns the last valid day of a cycle that begins on the day `from`, both `yyyy-MM-dd`. Null for a licence that never
 * expires (`validityMonths` is null).
 *
 * By `validToRule`: 0, the day before the same date so many months later; 1, EndOfYear, the last 31 December within
 * that period; 2, HalfYearShift, the same, one year later for cycles that begin in July or later. The last two need a
 * validity of whole years, as `refuseDefinition` asks.
 */
export function calculateLastDay({ validityMonths, validToRule }: Validity, from: string): string | null {
  if (validityMonths === null) return null
  if (validToRule === 0) return lastDayOfPeriod(from, validityMonths)
  const shift = validToRule === 2 && getMonth(from) >= secondHalf ? 1 : 0
  return `${getYear(from) + shift + validityMonths / 12 - 1}-12-31`
}

const monthsAfter = (day: string, months: number) => addDays(addMonths(addDays(day, 1), months), -1)

/**
 * Returns the dates of a cycle from its first and last valid day; all others are null when it never ends. `windows` are
 * the rule's periods: days of grace, months late, months dormant.
 *
 * `graceToOn`, `lateToOn` and `dormantToOn` are the last days of their periods. Grace and late periods both count from
 * `validToOn`, so grace may leave no late days; the dormant one counts from the later of the two.
 */
export function calculateDates(validFromOn: string, validToOn: string | null, windows: RenewalPeriods): CycleDates {
  if (validToOn === null) return { validFromOn, validToOn, graceToOn: null, lateToOn: null, dormantToOn: null }
  const graceToOn = addDays(validToOn, windows.graceDays)
  const lateToOn = laterDay(graceToOn, monthsAfter(validToOn, windows.lateMonths))
  return { validFromOn, validToOn, graceToOn, lateToOn, dormantToOn: monthsAfter(lateToOn, windows.dormantMonths) }
}

/** Returns the dates of a first cycle, or of one that does not continue the previous, whose first day is `from`. */
export const calculateFirstCycle = (rule: Validity & RenewalPeriods, from: string): CycleDates =>
  calculateDates(from, calculateLastDay(rule, from), rule)

export const stages = ['coming', 'active', 'grace', 'late', 'dormant', 'lapsed', 'renewed', 'revoked'] as const
export type Stage = (typeof stages)[number]

/**
 * Returns the stage of a cycle on a day, `yyyy-MM-dd`: `coming`, `active`, `grace`, `late`, `dormant` and then
 * `lapsed`, by its dates; each period includes its last day. A cycle without end stays `active`.
 *
 * `revoked` and `renewed` take precedence, in this order; each counts from its own day on.
 */
export function calculateStage(cycle: Cycle, day: string): Stage {
  if (cycle.revokedOn !== null && cycle.revokedOn <= day) return 'revoked'
  if (cycle.succeededOn !== null && cycle.succeededOn <= day) return 'renewed'
  if (day < cycle.validFromOn) return 'coming'
  if (cycle.validToOn === null || day <= cycle.validToOn) return 'active'
  if (day <= (cycle.graceToOn ?? '')) return 'grace'
  if (day <= (cycle.lateToOn ?? '')) return 'late'
  return day <= (cycle.dormantToOn ?? '') ? 'dormant' : 'lapsed'
}

/** True when the licence is valid in the stage: `active` or `grace`. */
export const isValidStage = (stage: Stage): boolean => stage === 'active' || stage === 'grace'

const after = (day: string | null) => (day === null ? [] : [addDays(day, 1)])

/** Returns the first day after `day` on which the stage changes; null when only a decision can change it. */
export function findNextStageChange(cycle: Cycle, day: string): string | null {
  const boundaries = [
    cycle.validFromOn,
    ...(cycle.succeededOn ? [cycle.succeededOn] : []),
    ...[cycle.validToOn, cycle.graceToOn, cycle.lateToOn, cycle.dormantToOn].flatMap(after),
  ]
  const stage = calculateStage(cycle, day)
  const coming = boundaries.filter((boundary) => boundary > day && calculateStage(cycle, boundary) !== stage)
  return coming.toSorted()[0] ?? null
}

/** The holder is reminded this many days before the end. */
export const reminderDays = [90, 30, 7] as const
export type ReminderDays = (typeof reminderDays)[number]

/**
 * Returns the reminder that is due, in days before the end of a licence; null when none is, or it has ended. On the
 * last valid day `daysLeft` is 0. The latest reminder replaces earlier ones that were missed. Does not ask whether it
 * was sent.
 */
export const findDueReminder = (daysLeft: number): ReminderDays | null =>
  daysLeft < 0 ? null : (reminderDays.toReversed().find((days) => daysLeft <= days) ?? null)
