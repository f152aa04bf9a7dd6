import { guardianAgeLimit, needsGuardian } from '#api/catalogue/exams/rules.ts'
import type { Ctx } from '#api/context.ts'
import { createInvitationPath } from '#api/office/calendar/subscriptions/addresses.ts'
import { cancelDeadline } from '#api/participation/sign-ups/rules.ts'
import { requireFullAccess } from '#api/people/reach/within-reach.ts'
import type { Place } from '#api/place.ts'
import { serve } from '#api/serve.ts'
import { type Booking, bookings, type Reservation } from './contract.ts'
import { hasMeetingLink, toBookingState } from './rules.ts'
import { type StoredBooking, type StoredReservation, selectBookings, selectReservedSeats } from './storage.ts'

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

/** The invitation is the person's own: a guardian or the office gets none. */
async function invitationOf(ctx: Ctx, userId: number, stored: StoredBooking, state: Booking['state']) {
  if (userId !== ctx.actor.id || state === 'ended') return null
  return createInvitationPath(ctx, { userId, place: placeOf(stored.place) })
}

async function toBooking(ctx: Ctx, userId: number, stored: StoredBooking): Promise<Booking> {
  const { place, signedUpAt, feeMinor, refundMinor, guardian: _, ...seat } = stored
  const { startsAt, endsAt, sessions, lastSignUpAt, lastCancelAt, canceledAt, onlineUrl, ...where } = place
  const [startDate, endDate] = [new Date(startsAt), new Date(endsAt)]
  const state = toBookingState(
    {
      isCanceled: canceledAt !== null,
      isSignedUp: signedUpAt !== null,
      isGuardianMissing: isGuardianMissing(stored),
      endsAt: endDate,
    },
    ctx.now,
  )
  return {
    ...seat,
    ...where,
    state,
    startDate,
    endDate,
    sessions: sessions.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) })),
    isOnline: onlineUrl !== null,
    onlineUrl: hasMeetingLink(state) ? onlineUrl : null,
    cancelableUntil: cancelDeadline({
      startsAt: startDate,
      lastCancelAt: moment(lastCancelAt),
      lastSignUpAt: moment(lastSignUpAt),
    }),
    fee: feeMinor / 100,
    refundOnCancel: refundMinor / 100,
    invitationUrl: await invitationOf(ctx, userId, stored, state),
  }
}

const toReservation = ({ expiresAt, amountMinor, startsAt, ...seat }: StoredReservation): Reservation => ({
  ...seat,
  expires: new Date(expiresAt),
  amount: amountMinor / 100,
  startDate: moment(startsAt),
})

/** Keeps the first seat of each payment. */
const firstOfEachPayment = (seats: readonly StoredReservation[]): StoredReservation[] =>
  seats.filter(({ paymentId }, at) => seats.findIndex((one) => one.paymentId === paymentId) === at)

export const routes = serve(bookings, {
  'GET /user/:id/Bookings': async ({ params: { id: userId }, query: { educationId = 0 } }, ctx) => {
    await requireFullAccess(ctx, userId)
    const given = { userId, educationId, now: ctx.now.toISOString() }
    const [seats, reserved] = await Promise.all([
      selectBookings(ctx.db, given),
      selectReservedSeats(ctx.db, { ...given, payerId: ctx.actor.id }),
    ])
    return {
      bookings: await Promise.all(
        seats.map(({ booking }) => toBooking(ctx, userId, JSON.parse(booking) as StoredBooking)),
      ),
      reservations: firstOfEachPayment(
        reserved.map(({ reservation }) => JSON.parse(reservation) as StoredReservation),
      ).map(toReservation),
    }
  },
})
