import type { Education } from '#api/catalogue/educations/contract.ts'
import type { Translate } from '#locales/translate.ts'

/** Formats the ages in years that an education is for, in texts of `educations`; null when it is for everybody. */
export function agesText({ minAge, maxAge }: Pick<Education, 'minAge' | 'maxAge'>, t: Translate): string | null {
  if (minAge === null && maxAge === null) return null
  if (maxAge === null) return t('minAge', { count: minAge })
  if (minAge === null) return t('maxAge', { count: maxAge })
  return minAge === maxAge ? t('ageOnly', { count: minAge }) : t('ageBetween', { from: minAge, to: maxAge })
}
