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

/** A number as the reader writes it, with at most so many decimals: "1 250,5". A format costs more to make than to use. */
export const numberText = (value: number, language: string, decimals = 3): string =>
  formatOf(language, decimals).format(value)
