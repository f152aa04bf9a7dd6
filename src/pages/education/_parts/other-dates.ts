import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { toMinor } from '#api/money/invoices/rules.ts'
import type { Booking } from '#api/office/bookings/contract.ts'
import { cancelDeadline } from '#api/participation/sign-ups/rules.ts'
import type { MoveChoice } from '#islands/sign-ups/MoveSignUp.tsx'

const toMoveChoice = (occasion: Occasion): MoveChoice => {
  const { id, startDate, endDate, city, venue, lastCancelDate, lastSignUpDate } = occasion
  const deadlines = { startsAt: startDate, lastCancelAt: lastCancelDate, lastSignUpAt: lastSignUpDate }
  return { id, startDate, endDate, city, venue, cancelableUntil: cancelDeadline(deadlines) }
}

/**
 * Lists other dates of the part that a booking may be moved to, in their order: those of `occasions`, without the
 * booked one, with a free seat, at no higher fee than the booking was charged, and without a tag, since tagged dates
 * are booked together. The server has the last word.
 */
export const listOtherDates = (
  occasions: readonly Occasion[],
  { occasionId, fee, educationFee }: Pick<Booking, 'occasionId' | 'fee' | 'educationFee'>,
): MoveChoice[] =>
  occasions
    .filter(({ id, hasFreeSpots, tagId }) => id !== occasionId && hasFreeSpots && tagId === null)
    // In öre, which are subtracted exactly.
    .filter((one) => toMinor(one.fee) <= toMinor(fee) - toMinor(educationFee))
    .map(toMoveChoice)
