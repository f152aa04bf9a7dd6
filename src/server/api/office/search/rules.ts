import { foldText } from '#api/text-matching.ts'

/** Exact values that a search text can name, besides words. */
export interface ExactValues {
  /** The whole text in lower case. */
  email: string
  /** The whole text: a person's id in the register. */
  registerId: string
  /** The beginning of a phone number in digits, without the country code of Sweden; null when the text is none. */
  phone: string | null
  /** A number of an invoice or a receipt; null when the text is none. */
  number: number | null
}

/** Shortest beginning of a phone number that is searched for. */
const minPhoneDigits = 6

/** Words that may stand before a number, without diacritics. */
const numberPattern = /^(?:(?:faktura|invoice|kvitto|receipt|nr|no)\.? ?)?#?(\d{1,9})$/

/**
 * Returns the digits of a phone number as `idx_users_phone_digits` has them, with `0` for `+46` or `0046`; numbers of
 * other countries keep their `+`. Null for fewer than six characters, and for a text of more than digits, spaces,
 * hyphens and parentheses.
 */
export function toPhoneDigits(text: string): string | null {
  if (!/^\+?[\d ()-]+$/.test(text)) return null
  const digits = text.replace(/[ ()-]/g, '').replace(/^(?:\+|00)46(?:0(?=\d))?/, '0')
  return digits.length >= minPhoneDigits ? digits : null
}

/**
 * Reads a search text as each value that it could be, without checking which it is. `email`, in lower case, and
 * `registerId` are always the whole text, trimmed. `phone` (see `toPhoneDigits`) and `number`, of an invoice or
 * receipt, are null where the form is wrong; a number has up to nine digits, also after `#` or a word such as
 * `faktura`.
 */
export function parseExactValues(text: string): ExactValues {
  const trimmed = text.trim()
  const number = numberPattern.exec(foldText(trimmed))?.[1]
  return {
    email: trimmed.toLowerCase(),
    registerId: trimmed,
    phone: toPhoneDigits(trimmed),
    number: number === undefined ? null : Number(number),
  }
}
