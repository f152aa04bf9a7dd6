import { localeTag } from './tags.ts'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(language: string): Intl.NumberFormat {
  const known = formats.get(language)
  if (known) return known
  const made = new Intl.NumberFormat(localeTag(language), {
    style: 'currency',
    currency: 'SEK',
    trailingZeroDisplay: 'stripIfInteger',
  })
  formats.set(language, made)
  return made
}

/** Formats kronor in the format of the language, with öre only when there are any: "1 250 kr". */
export const moneyText = (kronor: number, language: string): string => formatOf(language).format(kronor)
