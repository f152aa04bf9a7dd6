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
  /** First names of the children whose seats that are; empty for the reader's alone. */
  childNames: string[]
  /** The step or the payment is also the reader's own. */
  isOwn: boolean
}

const isOf =
  ({ occasionId, examId }: BookedOccasion) =>
  (booking: Booking) =>
    booking.occasionId === occasionId && booking.examId === examId

/** Returns the booking that a step is about; null for another step or without that booking. */
const findNextBooking = (next: NextStep, bookings: readonly Booking[]): Booking | null =>
  next.kind === 'attend' || next.kind === 'wait' ? (bookings.find(isOf(next.occasion)) ?? null) : null

/** Returns the payment that a step names; null for another step or without that payment. */
const findPayment = (next: NextStep, reservations: readonly Reservation[]): Reservation | null => {
  const paymentId = next.kind === 'education' ? next.education.step.paymentId : null
  return (paymentId && reservations.find((one) => one.paymentId === paymentId)) || null
}

/**
 * Returns the unpaid seat that a step is about, also one that a guardian is asked to pay; null for another step or
 * without that seat.
 */
function findNextReservation(next: NextStep, reservations: readonly Reservation[]): Reservation | null {
  if (next.kind !== 'education') return null
  const { educationId, step } = next.education
  const isOfPart = (one: Reservation) =>
    one.educationId === educationId && step.part !== null && one.educationPartIds.includes(step.part.id)
  if (step.kind === 'awaitPayment') return reservations.find(isOfPart) ?? null
  return findPayment(next, reservations)
}

/** Finds the payment for children that runs out first; null without any. */
function findChildPayment(family: readonly ChildOverview[]): Reservation | null {
  const unpaid = family.flatMap(({ reservations }) => reservations)
  return unpaid.toSorted((a, b) => a.expires.getTime() - b.expires.getTime())[0] ?? null
}

/** Lists the first names of the children whose seats a payment is for, in the order of the family. */
function listNames(family: readonly ChildOverview[], payment: Reservation | null): string[] {
  const isPaid = ({ reservations }: ChildOverview) =>
    reservations.some(({ paymentId }) => paymentId === payment?.paymentId)
  return family.filter(isPaid).map(({ firstName }) => firstName)
}

/** Chooses what comes first of the reader's own: an offer before a payment, and both before every other step. */
function chooseOwn({ next, bookings, reservations, waiting, family }: Seats): Lead {
  const offer = waiting.find(({ offerEnds, mayAnswer }) => offerEnds && mayAnswer) ?? null
  // One payment for the reader and a child is with the child when its first seat is the child's.
  const shared = family.flatMap((child) => child.reservations)
  const found = findNextReservation(next, reservations) ?? findPayment(next, shared)
  const reservation = offer ? null : found
  const booking = offer ? null : findNextBooking(next, bookings)
  return { next, offer, booking, reservation, childNames: listNames(family, reservation), isOwn: true }
}

/**
 * Chooses what comes first. A child's payment goes before the reader's own, which then stands below it, unless an own
 * offer or payment runs out sooner or both are one payment.
 */
function chooseLead(seats: Seats): Pick<PlacedSeats, 'lead' | 'own'> {
  const own = chooseOwn(seats)
  const ends = own.offer?.offerEnds ?? own.reservation?.expires
  const reservation = findChildPayment(seats.family)
  if (!reservation) return { lead: own, own: null }
  const isSame = ({ paymentId }: Reservation) => paymentId === reservation.paymentId
  if ((own.reservation && isSame(own.reservation)) || (ends && ends <= reservation.expires))
    return { lead: own, own: null }
  const childNames = listNames(seats.family, reservation)
  const isOwn = seats.reservations.some(isSame)
  return { lead: { next: seats.next, offer: null, booking: null, reservation, childNames, isOwn }, own }
}

interface PlacedSeats extends Omit<Seats, 'family'> {
  lead: Lead
  /** The reader's own next step, when a child's payment leads the page; null otherwise. */
  own: Lead | null
  /** Without children of whom nothing is left to show. */
  family: PlacedChild[]
}

const isEmpty = ({ isStepShown, reservations, bookings }: PlacedChild) =>
  isStepShown && reservations.length === 0 && bookings.length === 0

/**
 * Gives each booking, payment and offer one place: in what comes first (`lead`, and `own` below a child's payment), or
 * in its list. Children of whom nothing is left to show are left out.
 */
export function placeOnce(seats: Seats): PlacedSeats {
  const { lead, own } = chooseLead(seats)
  const first = own ? [lead, own] : [lead]
  const isUnplaced = ({ paymentId }: Reservation) =>
    !first.some(({ reservation }) => reservation?.paymentId === paymentId)
  const family = seats.family.map((child) => ({
    ...child,
    isStepShown:
      findNextBooking(child.next, child.bookings) !== null ||
      findNextReservation(child.next, child.reservations) !== null,
    reservations: child.reservations.filter(isUnplaced),
  }))
  return {
    next: seats.next,
    lead,
    own,
    bookings: seats.bookings.filter((one) => !first.some(({ booking }) => booking === one)),
    reservations: seats.reservations.filter(isUnplaced),
    waiting: seats.waiting.filter((one) => !first.some(({ offer }) => offer === one)),
    family: family.filter((child) => !isEmpty(child)),
  }
}
