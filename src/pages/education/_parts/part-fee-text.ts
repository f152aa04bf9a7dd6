import type { PathStep } from '#islands/educations/path-steps.ts'
import { moneyText } from '#locales/money.ts'
import type { Translate } from '#locales/translate.ts'

interface PartFee extends Pick<PathStep, 'feeAlsoFor' | 'educationFee'> {
  fee: { from: number; to: number }
}

/**
 * Formats the fee of a part in kronor, in texts of `educations`: one price or "from" the lowest, with the other parts
 * that it pays for, and that the education's own fee is added when there is one.
 */
export function partFeeText({ fee, feeAlsoFor, educationFee }: PartFee, t: Translate, language: string): string {
  const own = fee.from === fee.to ? moneyText(fee.to, language) : t('fromFee', { fee: moneyText(fee.from, language) })
  const parts = new Intl.ListFormat(language, { type: 'conjunction' }).format(feeAlsoFor)
  const ofSet = feeAlsoFor.length > 0 ? t('feeOfSet', { fee: own, parts }) : own
  return educationFee > 0 ? t('feeBesides', { fee: ofSet }) : ofSet
}
