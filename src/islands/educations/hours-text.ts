import { numberText } from '#locales/numbers.ts'
import type { Translate } from '#locales/translate.ts'

/** "5,5 timmar": one decimal says enough. `t` speaks the namespace `educations`. */
export const hoursText = (t: Translate, hours: number, language: string): string =>
  t('hours', { count: hours, hours: numberText(hours, language, 1) })
