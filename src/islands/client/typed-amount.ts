import { unchecked } from '../../unchecked.ts'
/** Öre of what somebody typed; null when that is no amount. */
export function typedMinor(text: string): number | null {
  const plain = text.replace(/\s|kr/g, '').replace(/[−–]/g, '-').replace(',', '.')
  if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(plain)) return null
  const [whole = '', part = ''] = plain.split('.')
  const minor = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return minor <= 100_000_000 ? minor : null
}

/**
 * The number that somebody typed, with comma and spaces; null for an empty field. What is no number goes as it was typed, for
 * the server to refuse by its field: NaN would travel as nothing, and be stored as an empty field.
 */
export function typedNumber(text: string): number | null {
  const plain = text.replace(/\s/g, '').replace(',', '.')
  if (plain === '') return null
  const number = Number(plain)
  // The contract judges it, and takes no text where it asks for a number.
  return Number.isFinite(number) ? number : unchecked<number>(text.trim())
}

/** As it stands in a field: 450, and 450,50 where the comma is the decimal sign. */
export const amountText = (kronor: number, language: string) =>
  new Intl.NumberFormat(language === 'en' ? 'en-US' : 'sv-SE', {
    useGrouping: false,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(kronor)
