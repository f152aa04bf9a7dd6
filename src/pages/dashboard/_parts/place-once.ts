import type { Booking, Reservation } from '#api/office/bookings/contract.ts'
import type { BookedOccasion, NextStep } from '#api/office/dashboard/contract.ts'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'

/** Seats, payments and queues of a start page. */
interface Seats {
  next: NextStep
  bookings: readonly Booking[]
  reservations: readonly Reservation[]
  waiting: readonly WaitingEntry[]
}

/** First block of the start page; at most one of the others is set beside `next`. */
interface Lead {
  next: NextStep
  /** An offer of a seat that runs out goes before every other step. */
  offer: WaitingEntry | null
  /** The booking that the next step is about. */
  booking: Booking | null
  /** The seat whose payment is the next step. */
  reservation: Reservation | null
}

const isOf =
  ({ occasionId, examId }: BookedOccasion) =>
  (booking: Booking) =>
    booking.occasionId === occasionId && booking.examId === examId

/** Returns the booking that a step is about; null for another step or without that booking. */
export const findNextBooking = (next: NextStep, bookings: readonly Booking[]): Booking | null =>
  next.kind === 'attend' || next.kind === 'wait' ? (bookings.find(isOf(next.occasion)) ?? null) : null

/**
 * Returns the unpaid seat that a step is about, also one that a guardian is asked to pay; null for another step or
 * without that seat.
 */
export function findNextReservation(next: NextStep, reservations: readonly Reservation[]): Reservation | null {
  if (next.kind !== 'education') return null
  const { educationId, step } = next.education
  const isOfPart = (one: Reservation) => one.educationId === educationId && one.educationPartId === step.part?.id
  if (step.kind === 'awaitPayment') return reservations.find(isOfPart) ?? null
  return (step.paymentId && reservations.find((one) => one.paymentId === step.paymentId)) || null
}

/** Gives each booking, unpaid seat and offer one place: in what comes first, or in its list. */
export function placeOnce({ next, bookings, reservations, waiting }: Seats): Seats & { lead: Lead } {
  const offer = waiting.find(({ offerEnds, mayAnswer }) => offerEnds && mayAnswer) ?? null
  const reservation = offer ? null : findNextReservation(next, reservations)
  const booking = offer ? null : findNextBooking(next, bookings)
  return {
    next,
    lead: { next, offer, booking, reservation },
    bookings: bookings.filter((one) => one !== booking),
    reservations: reservations.filter((one) => one !== reservation),
    waiting: waiting.filter((one) => one !== offer),
  }
}
