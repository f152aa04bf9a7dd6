import { leaveOutEducationFee } from '#api/catalogue/educations/rules.ts'
import type { EducationSummary } from '#api/office/education-list/contract.ts'
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

/**
 * Formats what a person pays for an education in texts of `educations`. With `isFeePaid` the education's own fee is
 * left out, and an education of which nothing remains to pay is not called free of charge.
 */
export function ownFeeText(
  education: Pick<EducationSummary, 'fee' | 'feeRange'>,
  isFeePaid: boolean,
  t: Translate,
  language: string,
): string {
  if (!isFeePaid) return feeText(education.feeRange, t, language)
  const left = leaveOutEducationFee(education.feeRange, education)
  return left || !education.feeRange ? feeText(left, t, language) : t('nothingToPay')
}
