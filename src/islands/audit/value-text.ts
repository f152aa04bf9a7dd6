import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'

interface Words {
  t: Translate
  /** What a field is called. */
  nameOf: (field: string) => string
  language: string
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)

/** A recorded value as one would say it; what holds others names each of them. */
export function valueText(value: unknown, words: Words, field = ''): string {
  const { t, nameOf, language } = words
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'string') {
    if (field === 'fields') return nameOf(value)
    return isInstant(value) ? momentText(new Date(value), 'moment', language) : value
  }
  if (typeof value !== 'object') return String(value)
  const texts = Array.isArray(value)
    ? value.map((one) => valueText(one, words, field))
    : Object.entries(value).map(([inner, one]) => `${nameOf(inner)}: ${valueText(one, words, inner)}`)
  return texts.length === 0 ? '–' : texts.join(Array.isArray(value) ? ', ' : '; ')
}
