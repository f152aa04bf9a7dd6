import { moneyText } from '#locales/money.ts'
import type { Translate } from '#locales/translate.ts'

/**
 * Formats a range of fees in texts of `educations`: one price, "from" the lowest, or "up to" the highest when some are
 * free. Null is free of charge.
 */
export function feeText(range: { from: number; to: number } | null, t: Translate, language: string): string {
  if (!range) return t('freeOfCharge')
  if (range.from === range.to) return moneyText(range.to, language)
  return range.from > 0
    ? t('fromFee', { fee: moneyText(range.from, language) })
    : t('upToFee', { fee: moneyText(range.to, language) })
}
