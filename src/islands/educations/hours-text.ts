import type { Translate } from '#locales/translate.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** A format costs more to make than a page's texts do to look up. */
function formatOf(language: string): Intl.NumberFormat {
  const known = formats.get(language)
  if (known) return known
  const made = new Intl.NumberFormat(language === 'en' ? 'en-US' : 'sv-SE', { maximumFractionDigits: 1 })
  formats.set(language, made)
  return made
}

/** "5,5 timmar": one decimal says enough. `t` speaks the namespace `educations`. */
export const hoursText = (t: Translate, hours: number, language: string): string =>
  t('hours', { count: hours, hours: formatOf(language).format(hours) })
