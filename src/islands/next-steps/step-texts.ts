import type { EducationStep } from '#api/participation/next-steps/contract.ts'
import { canBeDoneNow } from '#api/participation/next-steps/rules.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'

const valuesOf = ({ part, date, before }: EducationStep, language: string) => ({
  title: (part ?? before)?.title,
  date: date && momentText(date.startDate, 'agenda', language),
  city: date?.city,
})

/**
 * Returns the person's state in an education as a sentence in texts of `next-steps`. Null when something can be done
 * now, another education comes first, the education is completed, or nothing remains.
 */
export function stateText(step: EducationStep, t: Translate, language: string): string | null {
  const { kind, reason } = step
  if (kind === 'barred') return t(`barred.${reason}`)
  if (kind === 'pay' || kind === 'resubmit') return t(kind)
  // Required educations and a completed education are shown in boxes of their own.
  if (canBeDoneNow(step) || kind === 'completeFirst' || kind === 'completed' || kind === 'nothing') return null
  return t(kind, valuesOf(step, language))
}

/** Describes the step in one line of a list, in texts of `next-steps`. */
export function stepLine(step: EducationStep, t: Translate, language: string): string {
  const { kind } = step
  if (kind === 'attend') return t('attend.short', valuesOf(step, language))
  if (canBeDoneNow(step)) return t('next', valuesOf(step, language))
  return stateText(step, t, language) ?? t(kind, valuesOf(step, language))
}
