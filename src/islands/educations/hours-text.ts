import { numberText } from '#locales/numbers.ts'
import type { Translate } from '#locales/translate.ts'

/** Formats hours with at most one decimal: "5,5 timmar". `t` translates the namespace `educations`. */
export const formatHours = (t: Translate, hours: number, language: string): string =>
  t('hours', { count: hours, hours: numberText(hours, language, 1) })
