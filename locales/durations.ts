import type { Translate } from './translate.ts'

/** A part is planned in steps of five minutes; hours are stored with two decimals, so 4 h 40 min is 4.67. */
const minutesPerStep = 5

function exactText(minutes: number, t: Translate): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return t('duration.minutes', { minutes })
  return rest === 0 ? t('duration.hours', { count: hours }) : t('duration.hoursAndMinutes', { hours, minutes: rest })
}

/**
 * Hours as people say them: "3 timmar", "4 h 30 min", "45 min". Hours that are not a whole number of five minutes are
 * rounded to one and called approximate: "ca 4 h 40 min" for 4.7.
 */
export function formatHours(hours: number, t: Translate): string {
  const minutes = Math.round(hours * 6000) / 100
  const rounded = Math.max(1, Math.round(minutes / minutesPerStep)) * minutesPerStep
  return minutes === rounded ? exactText(minutes, t) : t('duration.about', { duration: exactText(rounded, t) })
}

/** Months as a validity is said: "3 år", and "18 månader" where they are not whole years. */
export const formatMonths = (months: number, t: Translate): string =>
  months % 12 === 0 ? t('duration.years', { count: months / 12 }) : t('duration.months', { count: months })
