import { addDays } from '#api/days.ts'
import type { Placeholder } from '#api/office/mailings/rules.ts'
import { addPortalDays, atHour, endOfDay, startOfDay, toPortalDay } from '#api/zone.ts'

/** Events and days at which a rule writes. */
export const ruleTriggers = [
  'signUpMade',
  'occasionEnded',
  'beforeStart',
  'beforeDeadline',
  'beforeLicenseEnd',
] as const
export type RuleTrigger = (typeof ruleTriggers)[number]

export const ruleAudiences = ['participants', 'responsibles', 'holders', 'clubAdministrators'] as const
export type RuleAudience = (typeof ruleAudiences)[number]

/** Most days before or after a trigger. */
export const maxDays = 365

/** Days of events that a preview counts. */
const previewDays = 30

/**
 * Lists the audiences that a rule can have at a trigger, the default one first. Before the end of a licence: `holders`
 * and `clubAdministrators`; else `participants`, `responsibles` and `clubAdministrators`.
 */
export const listAudiences = (trigger: RuleTrigger): readonly RuleAudience[] =>
  trigger === 'beforeLicenseEnd'
    ? ['holders', 'clubAdministrators']
    : ['participants', 'responsibles', 'clubAdministrators']

/**
 * Whether a rule at this trigger uses its number of days; not with `signUpMade`, since a sign-up is answered at once.
 */
export const hasDays = (trigger: RuleTrigger): boolean => trigger !== 'signUpMade'

/**
 * Returns the fewest days of a rule at this trigger: 1 with `occasionEnded`, since an occasion that ends today is
 * written about at the next run, a day after it; else 0.
 */
export const minDays = (trigger: RuleTrigger): number => (trigger === 'occasionEnded' ? 1 : 0)

/** Hour of the day, in the portal's zone, at which daily rules begin to write. */
const morningHour = 7

/**
 * Returns the moment of a day (`yyyy-MM-dd`) at which daily rules begin to write, 07:00 in Sweden, also when the clocks
 * change.
 */
export const findMorning = (day: string): Date => atHour(day, morningHour)

/**
 * Returns when a rule that is turned on at `now` writes for the first time: at once for `signUpMade`, else at the next
 * 07:00 in Sweden.
 */
export function findNextRun(trigger: RuleTrigger, now: Date): Date {
  if (!hasDays(trigger)) return now
  const today = toPortalDay(now)
  return now < findMorning(today) ? findMorning(today) : findMorning(addDays(today, 1))
}

/**
 * Lists the placeholders that have a value at a trigger, those of the recipient (`firstName` and `name`) first. Then
 * occasion, date and place, or for the end of a licence the licence and its end date. `person`, whose sign-up or
 * licence it is, comes before these for `signUpMade` and `beforeLicenseEnd` only.
 */
export function listRulePlaceholders(trigger: RuleTrigger): readonly Placeholder[] {
  const own: Record<RuleTrigger, readonly Placeholder[]> = {
    signUpMade: ['person', 'occasion', 'date', 'place'],
    occasionEnded: ['occasion', 'date', 'place'],
    beforeStart: ['occasion', 'date', 'place'],
    beforeDeadline: ['occasion', 'date', 'place'],
    beforeLicenseEnd: ['person', 'license', 'endDate'],
  }
  return ['firstName', 'name', ...own[trigger]]
}

/**
 * Trigger of a rule, and the days before or after it: after an occasion has ended, before the others; ignored for a
 * sign-up.
 */
export interface RuleSchedule {
  trigger: RuleTrigger
  days: number
}

/** Period of events, `from` exclusive and `until` inclusive. A licence ends at the end of its last day. */
export interface EventWindow {
  from: Date
  until: Date
}

/** Days for which a daily run makes up for runs that failed. */
const daysToCatchUp = 7

/**
 * Returns the period of events that a run of a rule writes about at `now`; `from` is exclusive and `until` inclusive.
 * Does not leave out those that have been written about.
 *
 * Events ahead (start, deadline, end of a licence) count from now, licences from today, to the end of the day that is
 * `days` ahead, so that a late sign-up gets the mail too. Past events count to `now` (sign-ups) or to the end of the
 * day `days` ago (end of an occasion), and from `activeSince`, when the rule was turned on, but at most seven days back
 * from there. The period is empty, `from` after `until`, when the rule was turned on after its end.
 */
export function findRunWindow({ trigger, days }: RuleSchedule, activeSince: Date, now: Date): EventWindow {
  if (trigger === 'signUpMade' || trigger === 'occasionEnded') {
    const until = trigger === 'signUpMade' ? now : endOfDay(addDays(toPortalDay(now), -days))
    const last = until > now ? now : until
    const earliest = addPortalDays(last, -daysToCatchUp)
    return { from: earliest > activeSince ? earliest : activeSince, until: last }
  }
  const today = toPortalDay(now)
  const from = trigger === 'beforeLicenseEnd' ? new Date(startOfDay(today).getTime() - 1) : now
  return { from, until: endOfDay(addDays(today, days)) }
}

/**
 * Returns the period of events whose mails would have been due in the 30 days before `now`, whether or not the rule was
 * on; `from` is exclusive and `until` inclusive.
 */
export function findPreviewWindow({ trigger, days }: RuleSchedule, now: Date): EventWindow {
  const shift = { signUpMade: 0, occasionEnded: -days, beforeStart: days, beforeDeadline: days, beforeLicenseEnd: days }
  const until = addPortalDays(now, shift[trigger])
  return { from: addPortalDays(until, -previewDays), until }
}
