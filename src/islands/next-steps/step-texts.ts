import type { EducationStep } from '#api/participation/next-steps/contract.ts'
import { canBeDoneNow, stepTextKey } from '#api/participation/next-steps/rules.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'

const valuesOf = ({ part, date, before }: EducationStep, language: string) => ({
  title: (part ?? before)?.title,
  date: date && momentText(date.startDate, 'agenda', language),
  city: date?.city,
})

/**
 * Returns the person's state in an education as a sentence in texts of `next-steps`, such as a booking or what is
 * waited for. Null when something can be done now, another education comes first, the education is completed, or
 * nothing remains.
 */
export function stateText(step: EducationStep, t: Translate, language: string): string | null {
  const key = stepTextKey(step)
  // Required educations and a completed education are shown in boxes of their own.
  return ['next', 'completeFirst', 'completed', 'nothing'].includes(key) ? null : t(key, valuesOf(step, language))
}

/**
 * Describes the step in one line of a list, in texts of `next-steps`: a booking, what is done next, or else the state,
 * also where `stateText` has none.
 */
export function stepLine(step: EducationStep, t: Translate, language: string): string {
  const { kind } = step
  if (kind === 'attend') return t('attend.short', valuesOf(step, language))
  if (canBeDoneNow(step)) return t('next', valuesOf(step, language))
  return stateText(step, t, language) ?? t(kind, valuesOf(step, language))
}
