import { moneyText } from '#locales/money.ts'
import { useLanguage, useTexts } from '../texts.tsx'

/** A range of fees in words: one price, the lowest where it differs, or nothing at all. */
export function useFeeText() {
  const t = useTexts('educations')
  const language = useLanguage()
  return (range: { from: number; to: number } | null): string => {
    if (!range) return t('freeOfCharge')
    if (range.from === range.to) return moneyText(range.to, language)
    return range.from > 0
      ? t('fromFee', { fee: moneyText(range.from, language) })
      : t('upToFee', { fee: moneyText(range.to, language) })
  }
}

/** Places left in words; null is no limit. */
export function useSpotsText() {
  const t = useTexts('educations')
  return (left: number | null): string => (left === null ? t('unlimited') : t('spots', { count: left }))
}
