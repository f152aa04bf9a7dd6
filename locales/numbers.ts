import { localeTag } from './tags.ts'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(language: string, decimals: number): Intl.NumberFormat {
  const key = `${language} ${decimals}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(localeTag(language), { maximumFractionDigits: decimals })
  formats.set(key, made)
  return made
}

/** Formats a number in the format of the language, with at most `decimals` decimals: "1 250,5". */
export const numberText = (value: number, language: string, decimals = 3): string =>
  formatOf(language, decimals).format(value)
