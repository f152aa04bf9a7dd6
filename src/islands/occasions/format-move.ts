import type { MoveTarget } from '#api/participation/sign-ups/participants/contract.ts'
import { maxMatchingParticipants } from '#api/participation/sign-ups/participants/rules.ts'
import type { Translate } from '#locales/translate.ts'

/**
 * Formats the effects of a move to another date when an occasion is cancelled, in texts of `occasions`. They are how
 * many are moved, who are not, and how many people whom the reader does not see are cancelled too. Where the limit of
 * one call leaves people out, it is named.
 */
export function formatMove(
  { fits, others, unlisted }: Omit<MoveTarget, 'occasionId' | 'startDate' | 'city'>,
  t: Translate,
): string {
  const isLimited = fits === maxMatchingParticipants && others.length > 0
  return [
    t('cancelOccasion.moved', { count: fits }),
    isLimited && t('cancelOccasion.limit', { most: maxMatchingParticipants }),
    others.length > 0 && t('cancelOccasion.others', { names: others.join(', ') }),
    unlisted > 0 && t('cancelOccasion.unlisted', { count: unlisted }),
  ]
    .filter(Boolean)
    .join(' ')
}
