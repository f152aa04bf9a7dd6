import { isEducatorLevel } from '#api/actor.ts'
import { guardianAgeLimit, needsGuardian } from '#api/catalogue/exams/rules.ts'
import type { Ctx } from '#api/context.ts'
import { createInvitationPath } from '#api/office/calendar/subscriptions/addresses.ts'
import { cancelDeadline, hasMeetingLink } from '#api/participation/sign-ups/rules.ts'
import type { Place } from '#api/place.ts'
import { sanitizeHtml } from '#api/sanitize.ts'
import type { Booking, Reservation } from './contract.ts'
import { toBookingState } from './rules.ts'
import { toSeatPayment } from './seat-payment.ts'
import {
  listManagedResultIds,
  type StoredBooking,
  type StoredReservation,
  selectBookings,
  selectReservedSeats,
} from './storage.ts'

const moment = (text: string | null) => (text === null ? null : new Date(text))

function isGuardianMissing({ guardian }: StoredBooking): boolean {
  if (!guardian || guardian.userId !== null) return false
  const guardianUnder = guardianAgeLimit(
    { guardianAge: guardian.age },
    { guardianRequiredUnderAge: guardian.educationAge },
  )
  return needsGuardian(guardian, { heldOn: guardian.heldOn, guardianUnder })
}

const placeOf = ({ occasionId, examId }: StoredBooking['place']): Place =>
  occasionId === null ? { kind: 'exam', id: examId ?? 0 } : { kind: 'occasion', id: occasionId }

/** The invitation is the person's own: a guardian or the office gets none. Nobody adds what is cancelled. */
function invitationOf(ctx: Ctx, userId: number, stored: StoredBooking, state: Booking['state']) {
  if (userId !== ctx.actor.id || state === 'ended' || state === 'canceled') return null
  return createInvitationPath(ctx, { userId, place: placeOf(stored.place) })
}

type BookingWithoutScope = Omit<Booking, 'managed'>

function toBooking(ctx: Ctx, userId: number, stored: StoredBooking): BookingWithoutScope {
  const { place, signedUpAt, feeMinor, educationFeeMinor, refundMinor, payment: _, guardian: __, ...seat } = stored
  const { startsAt, endsAt, sessions, lastSignUpAt, lastCancelAt, canceledAt, onlineUrl, ...where } = place
  const [startDate, endDate] = [new Date(startsAt), new Date(endsAt)]
  const [isCanceled, isApproved] = [canceledAt !== null, signedUpAt !== null]
  const state = toBookingState(
    { isCanceled, isSignedUp: isApproved, isGuardianMissing: isGuardianMissing(stored), endsAt: endDate },
    ctx.now,
  )
  return {
    ...seat,
    ...where,
    description: where.description === null ? null : sanitizeHtml(where.description),
    state,
    startDate,
    endDate,
    sessions: sessions.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) })),
    isOnline: onlineUrl !== null,
    onlineUrl: hasMeetingLink({ isApproved, isCanceled }) ? onlineUrl : null,
    cancelableUntil: cancelDeadline({
      startsAt: startDate,
      lastCancelAt: moment(lastCancelAt),
      lastSignUpAt: moment(lastSignUpAt),
    }),
    fee: feeMinor / 100,
    educationFee: educationFeeMinor / 100,
    payment: toSeatPayment(ctx.actor, stored),
    refundOnCancel: refundMinor / 100,
    invitationUrl: invitationOf(ctx, userId, stored, state),
  }
}

function toReservation({ actor }: Ctx, first: StoredReservation, seats: readonly StoredReservation[]): Reservation {
  const { expiresAt, amountMinor, startsAt, isRequested, payerId, ...seat } = first
  const ofPayment = seats.filter(({ paymentId }) => paymentId === first.paymentId)
  return {
    ...seat,
    educationPartIds: [...new Set(ofPayment.map(({ educationPartId }) => educationPartId))],
    occasionIds: [...new Set(ofPayment.flatMap(({ occasionId }) => occasionId ?? []))],
    expires: new Date(expiresAt),
    amount: amountMinor / 100,
    startDate: moment(startsAt),
    isRequested: isRequested === 1,
    isByGuardian: isRequested === 0 && payerId !== actor.id,
  }
}

/** Converts the seats of each payment to one reservation, at the first of them, in their order. */
const toReservations = (ctx: Ctx, seats: readonly StoredReservation[]): Reservation[] =>
  seats
    .filter(({ paymentId }, at) => seats.findIndex((one) => one.paymentId === paymentId) === at)
    .map((first) => toReservation(ctx, first, seats))

/** Bookings of a person, and the first seat of each payment that is reserved for the person or by them. */
export interface BookingsOfPerson {
  bookings: Booking[]
  reservations: Reservation[]
}

const noIds: readonly number[] = []

/**
 * Loads a person's bookings of occasions and exams that have not ended, by start, and the unexpired seats that await
 * payment, by their end. At most 100 of each are loaded. Own cancellations are left out; bookings that were cancelled
 * with their occasion or exam stay. Checks no access. With an `educationId` other than 0 only those of that education,
 * with ended ones that have no result yet. `managed` is set on bookings that the caller manages as an organiser. Of
 * the seats, one for each payment: those requested for the person, those that the caller pays for the person, and all
 * that the caller pays where the person is the caller. The person and a guardian also get those that another one pays
 * for the person.
 */
export async function loadBookings(ctx: Ctx, userId: number, educationId: number): Promise<BookingsOfPerson> {
  const given = { userId, educationId, now: ctx.now.toISOString() }
  const isOrganizer = isEducatorLevel(ctx.actor) && ctx.actor.id !== userId
  const [managedIds, seats, reserved] = await Promise.all([
    isOrganizer ? listManagedResultIds(ctx.db, ctx.actor, userId) : noIds,
    selectBookings(ctx.db, given),
    selectReservedSeats(ctx.db, { ...given, readerId: ctx.actor.id }),
  ])
  const bookings = seats.map(({ booking }) => toBooking(ctx, userId, JSON.parse(booking) as StoredBooking))
  return {
    bookings: bookings.map((booking) => ({ ...booking, managed: managedIds.includes(booking.resultId) })),
    reservations: toReservations(
      ctx,
      reserved.map(({ reservation }) => JSON.parse(reservation) as StoredReservation),
    ),
  }
}
