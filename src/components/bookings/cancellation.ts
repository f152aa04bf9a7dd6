import type { Booking } from '#api/office/bookings/contract.ts'
import type { CancelTerms } from '#islands/sign-ups/cancel-terms.ts'

const isPending = ({ state }: Booking) => state === 'awaitsApproval' || state === 'awaitsGuardian'

/**
 * Lists the other bookings that are cancelled together with this one by its person, in the order of `all`. They share
 * its tag; cancelled ones are left out, ended ones are not. None without a tag.
 */
export const listBookingsAlong = ({ tagId, resultId }: Booking, all: readonly Booking[]): Booking[] =>
  all.filter((one) => tagId !== null && one.tagId === tagId && one.resultId !== resultId && one.state !== 'canceled')

/**
 * Splits the tied bookings of one that an organiser cancels. With a pending one, the other pending ones that the
 * organiser manages are cancelled along; all others stay. Those that have ended or are cancelled are in neither list.
 */
export function splitTiedBookings(booking: Booking, all: readonly Booking[]): { along: Booking[]; staying: Booking[] } {
  const tied = listBookingsAlong(booking, all).filter(({ state }) => state !== 'ended')
  const isCanceledAlong = (one: Booking) => one.managed && isPending(one) && isPending(booking)
  return { along: tied.filter(isCanceledAlong), staying: tied.filter((one) => !isCanceledAlong(one)) }
}

/**
 * Returns the terms of a cancellation, as the dialogs of sign-up and cancellation state them. `along` are the bookings
 * that are cancelled together with it: the first deadline and the sum of the fees (kronor) count. `isInvoiced` when
 * none is paid by card and the club gets an invoice. `person` is the name of the booked person when it is not the
 * reader.
 */
export function toCancelTerms(booking: Booking, person?: string, along: readonly Booking[] = []): CancelTerms {
  const all = [booking, ...along]
  const until = Math.min(...all.map(({ cancelableUntil }) => cancelableUntil.getTime()))
  return {
    until: new Date(until),
    fee: all.reduce((sum, { fee }) => sum + fee, 0),
    isInvoiced: all.every(({ payment }) => payment === null) && booking.invoiceRecipient !== null,
    person,
  }
}

/** Lists the titles of bookings in their order: the organiser's own, else that of the part. */
export const listTitles = (bookings: readonly Booking[]): string[] =>
  bookings.map(({ title, partTitle }) => title ?? partTitle)

/**
 * Returns the facts of the dialog that cancels a booking: `along`, the titles of the bookings cancelled along with it
 * (not its own) in the given order, and the terms and the refund (kronor) of all of them together. `person` is the
 * name of the booked person when it is not the reader.
 */
export const toCancellation = (booking: Booking, along: readonly Booking[], person?: string) => ({
  along: listTitles(along),
  terms: toCancelTerms(booking, person, along),
  /** The refund to the card, in kronor. */
  refund: [booking, ...along].reduce((sum, { refundOnCancel }) => sum + refundOnCancel, 0),
})

/**
 * Whether the person can cancel without the organiser: before the last moment to cancel, unless already cancelled or
 * ended.
 */
export const canCancel = ({ state, cancelableUntil }: Pick<Booking, 'state' | 'cancelableUntil'>, now: Date): boolean =>
  state !== 'canceled' && state !== 'ended' && cancelableUntil > now
