import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { OccasionSession } from '#api/catalogue/occasions/contract.ts'
import { id, instant, kronor, queryId } from '#api/wire.ts'

/**
 * `ended`: the day is over and its result is not written yet. `canceled`: the organiser has cancelled the occasion. The
 * person's own cancellations are no bookings.
 */
const BookingState = z.enum(['signedUp', 'awaitsApproval', 'awaitsGuardian', 'ended', 'canceled'])
export type BookingState = z.infer<typeof BookingState>

/** A seat on an occasion or an exam, with everything that its holder needs before the day. */
export const Booking = z.object({
  resultId: id,
  /** Either this or `examId` is set. */
  occasionId: id.nullable(),
  examId: id.nullable(),
  /** Tag of the occasion: bookings of the same tag are cancelled together. */
  tagId: id.nullable(),
  educationId: id.nullable(),
  educationTitle: z.string().nullable(),
  educationPartId: id,
  partTitle: z.string(),
  /** The organiser's own title of the occasion. */
  title: z.string().nullable(),
  /** The organiser's practical information as sanitised HTML. */
  description: z.string().nullable(),
  state: BookingState,
  startDate: instant,
  endDate: instant,
  /** Days of an occasion that has several; empty when it has one. */
  sessions: z.array(OccasionSession),
  city: z.string(),
  venue: z.string().nullable(),
  address: z.string().nullable(),
  isOnline: z.boolean(),
  /** The meeting link; null until the sign-up is approved, and when it or the occasion is cancelled. */
  onlineUrl: z.string().nullable(),
  /**
   * The education's contact person; null when there is none, or that person is inactive or has a protected identity.
   */
  contact: z.object({ name: z.string(), email: z.string().nullable() }).nullable(),
  /** Names of the educators or examiners who lead the day, without protected identities. */
  leaders: z.array(z.string()),
  organizer: z.string().nullable(),
  /** The last moment at which the person can cancel without the organiser. */
  cancelableUntil: instant,
  canceledReason: z.string().nullable(),
  fee: kronor,
  /** The education's own fee, a part of `fee`; 0 when another sign-up carries it. */
  educationFee: kronor,
  /** The club that is invoiced for the fee. */
  invoiceRecipient: z.string().nullable(),
  /** The card payment; null when the fee was not paid by card. */
  payment: z
    .object({
      /** Payment whose receipt the caller may open; null for callers who are neither the payer nor the office. */
      receiptId: z.string().nullable(),
      isByCaller: z.boolean(),
      /** The sum that is paid back for the seat; `date` is null while it is on its way. */
      refund: z.object({ amount: kronor, date: instant.nullable() }).nullable(),
    })
    .nullable(),
  /** The refund to the card when the person cancels in time. */
  refundOnCancel: kronor,
  /**
   * Downloads the booking as an iCalendar file; valid for some hours. Null once it has ended or is cancelled, and for
   * other callers.
   */
  invitationUrl: z.string().nullable(),
  /**
   * Whether the caller organises the seat: may open the participant list, and move and cancel the sign-up of another
   * person.
   */
  managed: z.boolean(),
})
export type Booking = z.infer<typeof Booking>

/**
 * Seats that an unfinished card payment holds for the caller or by the caller. A seat that a child has asked its
 * guardians to pay for is one as well.
 */
export const Reservation = z.object({
  paymentId: z.string(),
  /** When the seats are released. */
  expires: instant,
  amount: kronor,
  educationId: id,
  educationTitle: z.string(),
  /** Parts and occasions of all seats of the payment. */
  educationPartIds: z.array(id),
  occasionIds: z.array(id),
  /** The first of the seats. */
  educationPartId: id,
  partTitle: z.string(),
  occasionId: id.nullable(),
  startDate: instant.nullable(),
  city: z.string().nullable(),
  /** The person who has the seat. */
  userId: id,
  /** A child has asked its guardians to pay; the payment itself is not begun. */
  isRequested: z.boolean(),
  /** A guardian other than the caller pays for the seat; the caller is the person or another guardian. */
  isByGuardian: z.boolean(),
})
export type Reservation = z.infer<typeof Reservation>

export const bookings = contract({
  'GET /user/:id/Bookings': {
    who: 'signedIn',
    query: z.object({
      /** Only bookings in this education, with those whose day is over and whose result is not written. */
      educationId: queryId.optional(),
    }),
    reply: z.object({ bookings: z.array(Booking), reservations: z.array(Reservation) }),
    cache: 'never',
    summary:
      'Lists a person’s bookings with place, meeting link, contact and last day to cancel, and places that await payment.',
  },
})
