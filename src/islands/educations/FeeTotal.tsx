import { calculateFee } from '#api/catalogue/educations/rules.ts'
import { moneyText } from '#locales/money.ts'
import { parseMinor } from '../client/amount-input.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'

interface FeeTotalProps {
  /** Fee of the education, in kronor. */
  educationFee: number
  /** Fee of the part or the occasion, as it is typed. */
  typed: string
  /** Texts with the key, which has the sums `total`, `education` and `own`. */
  noun: 'occasions' | 'management'
  textKey: string
  title?: string
}

/**
 * Sentence with the sum that a participant pays, while the fee of a part or an occasion is edited: that of the
 * education and the `typed` one, in kronor; an empty one is 0. Absent while the typed fee is no amount, and when both
 * fees are 0. `textKey` is the text in the namespace `noun`, with the placeholders `total`, `education`, `own` and
 * `title`.
 */
export function FeeTotal({ educationFee, typed, noun, textKey, title = '' }: FeeTotalProps) {
  const t = useTexts(noun)
  const language = useLanguage()
  const minor = parseMinor(typed.trim() || '0')
  if (minor === null || (minor === 0 && educationFee === 0)) return null
  const own = { fee: minor / 100 }
  const money = (kronor: number) => moneyText(kronor, language)
  const total = calculateFee({ fee: educationFee }, own, own, false)
  return (
    <p className="text-sm text-muted">
      {t(textKey, { title, total: money(total), education: money(educationFee), own: money(own.fee) })}
    </p>
  )
}
