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
 * Formats hours, rounded to five minutes: "3 timmar", "4 h 30 min", "45 min". Rounded ones are called approximate, "ca
 * 4 h 40 min" for 4.7; fewer than five minutes, also none, are "ca 5 min".
 */
export function formatHours(hours: number, t: Translate): string {
  const minutes = Math.round(hours * 6000) / 100
  const rounded = Math.max(1, Math.round(minutes / minutesPerStep)) * minutesPerStep
  return minutes === rounded ? exactText(minutes, t) : t('duration.about', { duration: exactText(rounded, t) })
}

/** Formats a number of months as years where they are whole: "3 år", otherwise "18 månader". */
export const formatMonths = (months: number, t: Translate): string =>
  months % 12 === 0 ? t('duration.years', { count: months / 12 }) : t('duration.months', { count: months })
