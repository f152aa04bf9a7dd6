import {
  CircleX,
  Clock,
  Mail,
  MapPin,
  MapPinned,
  Receipt,
  UserCheck,
  UserRound,
  Users,
  Video,
  Wallet,
} from '@lucide/icons'
import type { Booking, BookingState } from '#api/office/bookings/contract.ts'
import { momentText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import type { Translate } from '#locales/translate.ts'
import type { CancelTerms } from '../sign-ups/cancel-terms.ts'

/** Tone and icon of each state of a booking. */
export const bookingStateLooks = {
  signedUp: { tone: 'success', icon: UserCheck },
  awaitsApproval: { tone: 'warning', icon: Clock },
  awaitsGuardian: { tone: 'warning', icon: Clock },
  ended: { tone: 'neutral', icon: Clock },
  canceled: { tone: 'danger', icon: CircleX },
} as const satisfies Record<BookingState, object>

export interface BookingFact {
  icon: typeof MapPin
  text: string
  /** A link after the text; `external` opens in a new tab. */
  link?: { href: string; label: string; external: boolean } | undefined
}

const joinBeforeMs = 30 * 60_000

/**
 * Whether a meeting can be joined at `now`: from half an hour before the start of one of its days until that day's end.
 * False for a booking without its link.
 */
export function isMeetingOpen({ onlineUrl, startDate, endDate, sessions }: Booking, now: Date): boolean {
  const days = sessions.length > 0 ? sessions : [{ start: startDate, end: endDate }]
  return (
    onlineUrl !== null && days.some(({ start, end }) => start.getTime() - joinBeforeMs <= now.getTime() && now < end)
  )
}

/** Returns the periods of a booking: its sessions, or else one period from start to end. */
export const listBookingDays = ({
  sessions,
  startDate,
  endDate,
}: Pick<Booking, 'sessions' | 'startDate' | 'endDate'>) =>
  sessions.length > 0 ? sessions : [{ start: startDate, end: endDate }]

/** Formats venue, street address and city with commas, each text once and without missing ones. */
export const bookingPlace = ({ venue, address, city }: Pick<Booking, 'venue' | 'address' | 'city'>): string =>
  [...new Set([venue, address, city])].filter(Boolean).join(', ')

/**
 * Returns the URL of a map search for the street address, or else the venue, in the city. Null when only the city is
 * known.
 */
export function mapHref({ venue, address, city }: Pick<Booking, 'venue' | 'address' | 'city'>): string | null {
  const place = address ?? venue
  return place && `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${place}, ${city}`)}`
}

function placeFacts(booking: Booking, t: Translate): BookingFact[] {
  const href = mapHref(booking)
  const link = href ? { href, label: t('map'), external: true } : undefined
  const isLater = booking.isOnline && !booking.onlineUrl && booking.state !== 'canceled'
  return [
    { icon: link ? MapPinned : MapPin, text: bookingPlace(booking), link },
    ...(booking.onlineUrl
      ? [{ icon: Video, text: '', link: { href: booking.onlineUrl, label: t('join'), external: true } }]
      : []),
    ...(isLater ? [{ icon: Video, text: t('linkLater') }] : []),
  ]
}

function peopleFacts({ contact, leaders, organizer }: Booking, t: Translate): BookingFact[] {
  const email = contact?.email
  return [
    ...(leaders.length > 0 ? [{ icon: UserRound, text: t('leaders', { names: leaders.join(', ') }) }] : []),
    ...(organizer ? [{ icon: Users, text: t('organizer', { name: organizer }) }] : []),
    ...(contact
      ? [
          {
            icon: Mail,
            text: t('contact', { name: contact.name }),
            link: email ? { href: `mailto:${email}`, label: email, external: false } : undefined,
          },
        ]
      : []),
  ]
}

function feeFacts({ fee, paymentId, invoiceRecipient }: Booking, t: Translate, language: string): BookingFact[] {
  if (fee === 0) return []
  const text = moneyText(fee, language)
  if (paymentId) {
    const link = { href: `/betalning/kvitto/${paymentId}`, label: t('receipt'), external: false }
    return [{ icon: Receipt, text: t('paid', { fee: text }), link }]
  }
  if (invoiceRecipient) return [{ icon: Wallet, text: t('invoiced', { fee: text, recipient: invoiceRecipient }) }]
  return [{ icon: Wallet, text: t('fee', { fee: text }) }]
}

/**
 * Lists the last moment to cancel, with the refund, or that this moment has passed. Empty once the booking has begun,
 * ended or been cancelled.
 */
export function listCancelFacts(booking: Booking, now: Date, t: Translate, language: string): BookingFact[] {
  const { state, cancelableUntil, refundOnCancel, startDate } = booking
  if (state === 'canceled' || state === 'ended' || startDate <= now) return []
  const when = momentText(cancelableUntil, 'moment', language)
  if (cancelableUntil < now) return [{ icon: Clock, text: t('tooLate', { when }) }]
  return [
    refundOnCancel > 0
      ? { icon: Clock, text: t('cancelByRefund', { when, amount: moneyText(refundOnCancel, language) }) }
      : { icon: Clock, text: t('cancelBy', { when }) },
  ]
}

/**
 * Lists what a booked person needs to know: place, meeting, people, fee and last day to cancel, in texts of `bookings`.
 * No fee is listed when there is none, and no last day once it has begun, ended or been cancelled.
 */
export const listBookingFacts = (booking: Booking, now: Date, t: Translate, language: string): BookingFact[] => [
  ...placeFacts(booking, t),
  ...peopleFacts(booking, t),
  ...feeFacts(booking, t, language),
  ...listCancelFacts(booking, now, t, language),
]

/**
 * Returns the booking of an exam when the item's kind is 2, and of an occasion for other kinds; undefined when there is
 * none.
 */
export const findBooking = (
  bookings: readonly Booking[],
  { kind, referenceId }: { kind: number; referenceId: number },
) => bookings.find(({ occasionId, examId }) => (kind === 2 ? examId : occasionId) === referenceId)

const isPending = ({ state }: Booking) => state === 'awaitsApproval' || state === 'awaitsGuardian'

/**
 * Lists the other bookings that are cancelled together with this one by its person, in the order of `all`. They share
 * its tag; cancelled ones are left out.
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
 * that are cancelled together with it: the first deadline and the sum of the fees (kronor) count. `person` is the name
 * of the booked person when it is not the reader.
 */
export function toCancelTerms(booking: Booking, person?: string, along: readonly Booking[] = []): CancelTerms {
  const all = [booking, ...along]
  const until = Math.min(...all.map(({ cancelableUntil }) => cancelableUntil.getTime()))
  return {
    until: new Date(until),
    fee: all.reduce((sum, { fee }) => sum + fee, 0),
    isInvoiced: all.every(({ paymentId }) => paymentId === null) && booking.invoiceRecipient !== null,
    person,
  }
}

/** Lists the titles of bookings in their order: the organiser's own, else that of the part. */
export const listTitles = (bookings: readonly Booking[]): string[] =>
  bookings.map(({ title, partTitle }) => title ?? partTitle)

/** Returns what the dialog of a cancellation says, for a booking and those that are cancelled along with it. */
export const toCancellation = (booking: Booking, along: readonly Booking[], person?: string) => ({
  along: listTitles(along),
  terms: toCancelTerms(booking, person, along),
  /** The refund to the card, in kronor. */
  refund: [booking, ...along].reduce((sum, { refundOnCancel }) => sum + refundOnCancel, 0),
})

/**
 * Whether the person can cancel without the organiser: until the last moment to cancel, unless already cancelled or
 * ended.
 */
export const canCancel = ({ state, cancelableUntil }: Pick<Booking, 'state' | 'cancelableUntil'>, now: Date): boolean =>
  state !== 'canceled' && state !== 'ended' && cancelableUntil > now
