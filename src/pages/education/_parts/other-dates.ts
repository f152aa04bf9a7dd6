import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { cancelDeadline } from '#api/participation/sign-ups/rules.ts'
import type { MoveChoice } from '#islands/sign-ups/MoveSignUp.tsx'

const toMoveChoice = (occasion: Occasion): MoveChoice => {
  const { id, startDate, endDate, city, venue, lastCancelDate, lastSignUpDate } = occasion
  const deadlines = { startsAt: startDate, lastCancelAt: lastCancelDate, lastSignUpAt: lastSignUpDate }
  return { id, startDate, endDate, city, venue, cancelableUntil: cancelDeadline(deadlines) }
}

/**
 * Lists other dates of the part that a booking may be moved to, in their order: those of `occasions`, without the
 * booked one, with a free seat, and without a tag, since tagged dates are booked together. The server has the last
 * word.
 */
export const listOtherDates = (occasions: readonly Occasion[], occasionId: number | null): MoveChoice[] =>
  occasions
    .filter(({ id, hasFreeSpots, tagId }) => id !== occasionId && hasFreeSpots && tagId === null)
    .map(toMoveChoice)
