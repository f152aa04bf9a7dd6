import { addDays, addMonths, laterDay } from '#api/days.ts'
import {
  type Cycle,
  type CycleDates,
  calculateDates,
  calculateFirstCycle,
  calculateLastDay,
  calculateStage,
  type RenewalPeriods,
  type Validity,
} from '../cycles/rules.ts'

/**
 * The ways to renew a licence: by application only, repeated educations, or credits. `never`: only the office renews
 * it.
 */
export const renewalWays = ['never', 'application', 'educations', 'credits'] as const
export type RenewalWay = (typeof renewalWays)[number]

export const creditUnits = ['hours', 'activities'] as const
export type CreditUnit = (typeof creditUnits)[number]

/** A kind of training, with limits for one cycle in the rule's unit: hours or activities. */
export interface CreditCategory {
  name: string
  /** Lowest amount that a renewal requires. */
  minimum: number
  /** Highest amount that counts; null for no limit. */
  cap: number | null
}

/** The rule by which a licence is renewed; stored as JSON. */
export interface RenewalRule extends RenewalPeriods {
  by: RenewalWay
  /** The portal renews it when all requirements are met; otherwise the holder applies. */
  automatic: boolean
  /** Months before the end from which it can be renewed. */
  opensMonths: number
  unit: CreditUnit
  /** Lowest amount in all categories together, in hours or activities. */
  total: number
  categories: CreditCategory[]
}

export type LicenseRule = Validity & RenewalRule

/** Training that counts towards a renewal. */
export interface Credit {
  /** Index in the rule's list of categories. */
  category: number
  /** Hours or activities, in hundredths. */
  amountHundredths: number
  on: string
}

/** The sum of one category, in hours or activities. */
export interface CreditSum {
  /** All training; `counted` is limited by `cap`. */
  done: number
  counted: number
  minimum: number
  cap: number | null
}

/**
 * Sums the credits of each category in their order, in hours or activities, after one day (exclusive) and until another
 * (inclusive). Credits name their category by its index and have hundredths. `done` is the whole sum; `counted` is
 * limited by the category's cap, which may be null. A category without credits has 0.
 */
export function countCredits(
  categories: readonly CreditCategory[],
  credits: readonly Credit[],
  { after, until }: { after: string; until: string },
): CreditSum[] {
  const within = credits.filter(({ on }) => on > after && on <= until)
  return categories.map(({ minimum, cap }, category) => {
    const own = within.filter((credit) => credit.category === category)
    const done = own.reduce((sum, { amountHundredths }) => sum + amountHundredths, 0) / 100
    return { done, counted: cap === null ? done : Math.min(done, cap), minimum, cap }
  })
}

/** Returns the sum of the counted amounts of all categories, in hours or activities. */
export const sumCredits = (counted: readonly CreditSum[]): number =>
  counted.reduce((sum, one) => sum + Math.round(one.counted * 100), 0) / 100

/**
 * Returns the first day on which a cycle can be renewed (`yyyy-MM-dd`); null when it never ends. It is `opensMonths`
 * before the end, but not before the cycle begins. The office may renew earlier.
 */
export function findOpeningDay(rule: Pick<RenewalRule, 'opensMonths'>, cycle: Cycle): string | null {
  if (cycle.validToOn === null) return null
  return laterDay(cycle.validFromOn, addMonths(addDays(cycle.validToOn, 1), -rule.opensMonths))
}

/**
 * True when the holder can renew on the day, if all requirements are met: from the opening day to the end of the
 * dormant period. False for a rule `never`, for a cycle without end or that was revoked, and once the next cycle is
 * issued. The office can renew earlier.
 */
export function isOpenForRenewal(rule: Pick<RenewalRule, 'opensMonths' | 'by'>, cycle: Cycle, day: string): boolean {
  const opens = findOpeningDay(rule, cycle)
  if (rule.by === 'never' || opens === null || cycle.succeededOn !== null) return false
  const stage = calculateStage(cycle, day)
  return stage === 'active' ? day >= opens : ['grace', 'late', 'dormant'].includes(stage)
}

/**
 * Returns the dates of the next cycle when it is decided on `day`. In time, or in grace: it begins after the last valid
 * day. Late: it begins on `day`, and ends as if it had been in time. Dormant, lapsed, or when that end has passed: it
 * starts a new period on `day`, as it does after a cycle without end.
 */
export function calculateNextCycle(rule: LicenseRule, cycle: Cycle, day: string): CycleDates {
  const stage = calculateStage(cycle, day)
  if (cycle.validToOn === null || stage === 'dormant' || stage === 'lapsed') return calculateFirstCycle(rule, day)
  const follows = addDays(cycle.validToOn, 1)
  if (stage !== 'late') return calculateFirstCycle(rule, follows)
  const end = calculateLastDay(rule, follows)
  return end !== null && end < day ? calculateFirstCycle(rule, day) : calculateDates(day, end, rule)
}
