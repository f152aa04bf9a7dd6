import type { PublicOccasion } from '#api/office/public-catalogue/contract.ts'
import type { Translate } from '#locales/translate.ts'

/**
 * Returns how many seats are left, in words of `public-catalogue`: the number when few are, otherwise that they are
 * free or full.
 */
export const seatsText = (
  { seats, availableSeats }: Pick<PublicOccasion, 'seats' | 'availableSeats'>,
  t: Translate,
): string =>
  availableSeats === null
    ? t(seats === 'full' ? 'seats.full' : 'seats.free')
    : t('availableSeats', { count: availableSeats })
