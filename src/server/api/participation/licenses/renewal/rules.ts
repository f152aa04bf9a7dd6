import { addDays, addMonths, later } from '#api/days.ts'
import {
  type Cycle,
  type CycleDates,
  datesOf,
  firstCycle,
  lastDayOf,
  stageOn,
  type Validity,
  type Windows,
} from '../cycles/rules.ts'

/** What a licence is renewed by: nothing but the asking, repeated educations, or credits; `never`: only the office renews it. */
export const renewalWays = ['never', 'application', 'educations', 'credits'] as const
export type RenewalWay = (typeof renewalWays)[number]

export const creditUnits = ['hours', 'activities'] as const
export type CreditUnit = (typeof creditUnits)[number]

export interface CreditCategory {
  name: string
  /** At least so much of this category. */
  minimum: number
  /** No more than this counts; empty: all of it. */
  cap: number | null
}

export interface RenewalRule extends Windows {
  by: RenewalWay
  /** The next cycle is issued by itself when all is met; otherwise the holder asks for it. */
  automatic: boolean
  /** How long before the end it can be renewed. */
  opensMonths: number
  unit: CreditUnit
  /** So much in all categories together. */
  total: number
  categories: CreditCategory[]
}

export type LicenseRule = Validity & RenewalRule

/** Something done that counts towards a renewal; hours and activities in hundredths. */
export interface Credit {
  /** Place in the rule's list of categories. */
  category: number
  amountHundredths: number
  on: string
}

export interface Counted {
  /** What was done, and what of it counts. */
  done: number
  counted: number
  minimum: number
  cap: number | null
}

/** What counts in each category, of what was done after one day and until another. */
export function countCredits(
  categories: readonly CreditCategory[],
  credits: readonly Credit[],
  { after, until }: { after: string; until: string },
): Counted[] {
  const within = credits.filter(({ on }) => on > after && on <= until)
  return categories.map(({ minimum, cap }, category) => {
    const own = within.filter((credit) => credit.category === category)
    const done = own.reduce((sum, { amountHundredths }) => sum + amountHundredths, 0) / 100
    return { done, counted: cap === null ? done : Math.min(done, cap), minimum, cap }
  })
}

export const totalOf = (counted: readonly Counted[]): number =>
  counted.reduce((sum, one) => sum + Math.round(one.counted * 100), 0) / 100

/** The first day on which a cycle can be renewed; null when it has no end. */
export function opensOn(rule: Pick<RenewalRule, 'opensMonths'>, cycle: Cycle): string | null {
  if (cycle.validToOn === null) return null
  return later(cycle.validFromOn, addMonths(addDays(cycle.validToOn, 1), -rule.opensMonths))
}

/** Whether the holder may renew that day, if all is met. The office may whenever there is a cycle to follow. */
export function isOpen(rule: Pick<RenewalRule, 'opensMonths' | 'by'>, cycle: Cycle, day: string): boolean {
  const opens = opensOn(rule, cycle)
  if (rule.by === 'never' || opens === null || cycle.succeededOn !== null) return false
  const stage = stageOn(cycle, day)
  return stage === 'active' ? day >= opens : ['grace', 'late', 'dormant'].includes(stage)
}

/**
 * The dates of the next cycle when it is decided on `day`. In time it follows upon the last valid day. Late it holds from
 * the day, and ends as if it had been in time. One that slept begins anew.
 */
export function nextCycle(rule: LicenseRule, cycle: Cycle, day: string): CycleDates {
  const stage = stageOn(cycle, day)
  if (cycle.validToOn === null || stage === 'dormant' || stage === 'lapsed') return firstCycle(rule, day)
  const follows = addDays(cycle.validToOn, 1)
  if (stage !== 'late') return firstCycle(rule, follows)
  const end = lastDayOf(rule, follows)
  return end !== null && end < day ? firstCycle(rule, day) : datesOf(day, end, rule)
}
