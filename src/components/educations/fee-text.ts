import { moneyText } from '#locales/money.ts'
import type { Translate } from '#locales/translate.ts'

/** Returns a range of fees in words of `educations`: one price, or the lowest where it differs. */
export function feeText(range: { from: number; to: number } | null, t: Translate, language: string): string {
  if (!range) return t('freeOfCharge')
  if (range.from === range.to) return moneyText(range.to, language)
  return range.from > 0
    ? t('fromFee', { fee: moneyText(range.from, language) })
    : t('upToFee', { fee: moneyText(range.to, language) })
}
