import type { Translate } from '#locales/translate.ts'

/** Formats the available seats in texts of `calendar` or `educations`; null is no limit, 0 is full. */
export const seatsText = (availableSpots: number | null, t: Translate): string =>
  availableSpots === null ? t('unlimited') : t('availableSeats', { count: availableSpots })
