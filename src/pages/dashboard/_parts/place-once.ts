import type { Booking, Reservation } from '#api/office/bookings/contract.ts'
import type { BookedOccasion, ChildOverview, NextStep } from '#api/office/dashboard/contract.ts'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'

/** Seats, payments and queues of a start page. */
interface Seats {
  next: NextStep
  bookings: readonly Booking[]
  reservations: readonly Reservation[]
  waiting: readonly WaitingEntry[]
  family: readonly ChildOverview[]
}

/** A child with the payments that do not lead the page. */
export interface PlacedChild extends ChildOverview {
  /** The next step is a booking or a payment, which has a place of its own. */
  isStepShown: boolean
}

/** First block of the start page; at most one of the others is set beside `next`. */
interface Lead {
  next: NextStep
  /** An offer of a seat that runs out goes before every other step. */
  offer: WaitingEntry | null
  /** The booking that the next step is about. */
  booking: Booking | null
  /** The seat whose payment is the next step, or a child's that has to be paid before anything of the reader's. */
  reservation: Reservation | null
  /** First name of the child whose seat that is; null for the reader's own. */
  childName: string | null
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

/** Finds the unpaid seat of a child that runs out first; null when none has to be paid. */
function findChildPayment(family: readonly ChildOverview[]) {
  const unpaid = family.flatMap(({ firstName, reservations }) =>
    reservations.map((reservation) => ({ childName: firstName, reservation })),
  )
  return unpaid.toSorted((a, b) => a.reservation.expires.getTime() - b.reservation.expires.getTime())[0] ?? null
}

/**
 * Chooses what comes first. An own offer goes before an own payment, and both before every other step; a child's
 * payment goes before all of them unless it runs out later.
 */
function chooseLead({ next, bookings, reservations, waiting, family }: Seats): Lead {
  const offer = waiting.find(({ offerEnds, mayAnswer }) => offerEnds && mayAnswer) ?? null
  const own = findNextReservation(next, reservations)
  const ends = offer?.offerEnds ?? own?.expires
  const child = findChildPayment(family)
  if (child && (!ends || child.reservation.expires < ends)) return { next, offer: null, booking: null, ...child }
  const booking = offer ? null : findNextBooking(next, bookings)
  return { next, offer, booking, reservation: offer ? null : own, childName: null }
}

/** Gives each booking, unpaid seat and offer one place: in what comes first, or in its list. */
export function placeOnce(seats: Seats): Omit<Seats, 'family'> & { lead: Lead; family: PlacedChild[] } {
  const lead = chooseLead(seats)
  return {
    next: seats.next,
    lead,
    bookings: seats.bookings.filter((one) => one !== lead.booking),
    reservations: seats.reservations.filter((one) => one !== lead.reservation),
    waiting: seats.waiting.filter((one) => one !== lead.offer),
    family: seats.family.map((child) => ({
      ...child,
      isStepShown:
        findNextBooking(child.next, child.bookings) !== null ||
        findNextReservation(child.next, child.reservations) !== null,
      reservations: child.reservations.filter((one) => one !== lead.reservation),
    })),
  }
}
