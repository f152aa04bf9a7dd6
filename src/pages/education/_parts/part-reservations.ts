import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { Reservation } from '#api/office/bookings/contract.ts'
import { paymentHref } from '#components/bookings/payment-href.ts'
import type { PathStep } from '#islands/educations/path-steps.ts'

interface ReservedPart {
  /** Unpaid seats whose card stands at the part: at the first part of each payment. */
  reservations: Reservation[]
  /** The dates that may still be chosen; null when none is offered until the seat is paid. */
  choices: Occasion[] | null
  /** Nothing is signed up for until the seat is paid by somebody else. */
  isWaiting: boolean
}

/**
 * Returns the unpaid seats of a part, and the dates that the reader may choose beside them: without dates that are
 * reserved, and null when none may be chosen until somebody has paid.
 *
 * `all` are the reservations of the person whose path it is, as the call `GET /user/:id/Bookings` has them, of any
 * part. A seat of several parts is returned at its first part only. `readerId` distinguishes a child, who waits for a
 * guardian to pay (`isWaiting`), from the guardian.
 */
export function toReservedPart(
  { part, isReserved, occasions }: Pick<PathStep, 'isReserved' | 'occasions'> & { part: { id: number } },
  all: readonly Reservation[],
  readerId: number | undefined,
): ReservedPart {
  const ofPart = all.filter(({ educationPartIds }) => educationPartIds.includes(part.id))
  const choices = occasions.filter(({ id }) => !ofPart.some(({ occasionIds }) => occasionIds.includes(id)))
  // A child that has asked its guardians to pay signs up for no other date.
  const asksGuardian = ofPart.some((one) => paymentHref(one, readerId) === null)
  const isWaiting = asksGuardian || (isReserved && ofPart.length === 0)
  return {
    reservations: ofPart.filter(({ educationPartId }) => educationPartId === part.id),
    isWaiting,
    choices: isWaiting || (ofPart.length > 0 && choices.length === 0) ? null : choices,
  }
}
