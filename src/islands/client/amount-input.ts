import { localeTag } from '#locales/tags.ts'
import { unchecked } from '../../unchecked.ts'
/**
 * Parses an amount in kronor into öre; null when the text is empty or no amount from 0 to 1,000,000 kronor. Takes a
 * comma or a point with one or two decimals, and ignores spaces and `kr`.
 */
export function parseMinor(text: string): number | null {
  const plain = text.replace(/\s|kr/g, '').replace(/[−–]/g, '-').replace(',', '.')
  if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(plain)) return null
  const [whole = '', part = ''] = plain.split('.')
  const minor = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return minor <= 100_000_000 ? minor : null
}

/**
 * Parses a number with comma and spaces; null for an empty field. Text that is no number is returned as it is, so that
 * the server refuses the field: NaN would be sent as null and stored as an empty field.
 */
export function parseNumberInput(text: string): number | null {
  const plain = text.replace(/\s/g, '').replace(',', '.')
  if (plain === '') return null
  const number = Number(plain)
  // The contract validates it and refuses text where it requires a number.
  return Number.isFinite(number) ? number : unchecked<number>(text.trim())
}

/** Formats kronor for a field, without grouping: 450, or 450,50 with a decimal comma in Swedish. */
export const formatAmountInput = (kronor: number, language: string) =>
  new Intl.NumberFormat(localeTag(language), {
    useGrouping: false,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(kronor)
