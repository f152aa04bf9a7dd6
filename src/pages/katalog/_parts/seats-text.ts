import type { PublicOccasion } from '#api/office/public-catalogue/contract.ts'
import type { Translate } from '#locales/translate.ts'

/**
 * Returns how many seats are left, in words of `public-catalogue`: the number when few are, otherwise that they are
 * free or full.
 */
export const seatsText = ({ seats, seatsLeft }: Pick<PublicOccasion, 'seats' | 'seatsLeft'>, t: Translate): string =>
  seatsLeft === null ? t(seats === 'full' ? 'seats.full' : 'seats.free') : t('seatsLeft', { count: seatsLeft })
