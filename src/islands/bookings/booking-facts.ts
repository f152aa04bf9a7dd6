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
  /** A link after the text; `isExternal` opens in a new tab. */
  link?: { href: string; label: string; isExternal: boolean } | undefined
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

/** Returns the periods of a booking: its sessions in their order, or else one period from start to end. */
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

const isLinkLater = ({ isOnline, onlineUrl, state }: Booking) => isOnline && !onlineUrl && state !== 'canceled'

function placeFacts(booking: Booking, t: Translate): BookingFact[] {
  const href = mapHref(booking)
  const link = href ? { href, label: t('map'), isExternal: true } : undefined
  return [
    { icon: link ? MapPinned : MapPin, text: bookingPlace(booking), link },
    ...(booking.onlineUrl
      ? [{ icon: Video, text: '', link: { href: booking.onlineUrl, label: t('join'), isExternal: true } }]
      : []),
    ...laterFacts(booking, t),
  ]
}

const laterFacts = (booking: Booking, t: Translate): BookingFact[] =>
  isLinkLater(booking) ? [{ icon: Video, text: t('linkLater') }] : []

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
            link: email ? { href: `mailto:${email}`, label: email, isExternal: false } : undefined,
          },
        ]
      : []),
  ]
}

/**
 * Returns what a paid fee says: what was paid back, with the day, or else that it is paid, and to its payer by whom.
 */
function paidText(
  { fee, payment }: { fee: number; payment: NonNullable<Booking['payment']> },
  t: Translate,
  language: string,
): string {
  const values = { fee: moneyText(fee, language) }
  const { refund, isByCaller } = payment
  if (!refund) return t(isByCaller ? 'paidByYou' : 'paid', values)
  const amount = moneyText(refund.amount, language)
  if (!refund.date) return t('refundDue', { ...values, amount })
  const date = momentText(refund.date, 'day', language)
  return t(refund.amount < fee ? 'refundedPart' : 'refunded', { ...values, amount, date })
}

function feeFacts({ fee, payment, invoiceRecipient }: Booking, t: Translate, language: string): BookingFact[] {
  if (fee === 0) return []
  const text = moneyText(fee, language)
  if (payment) {
    const { receiptId } = payment
    const link = receiptId
      ? { href: `/betalning/kvitto/${receiptId}`, label: t('receipt'), isExternal: false }
      : undefined
    return [{ icon: Receipt, text: paidText({ fee, payment }, t, language), link }]
  }
  if (invoiceRecipient) return [{ icon: Wallet, text: t('invoiced', { fee: text, recipient: invoiceRecipient }) }]
  return [{ icon: Wallet, text: t('fee', { fee: text }) }]
}

/**
 * Lists the last moment to cancel, with the refund, or that this moment has passed. Empty once the booking has begun,
 * ended or been cancelled.
 */
function listCancelFacts(booking: Booking, { now, t, language, isForOffice }: FactQuery): BookingFact[] {
  const { state, cancelableUntil, refundOnCancel, startDate } = booking
  if (state === 'canceled' || state === 'ended' || startDate <= now) return []
  const when = momentText(cancelableUntil, 'moment', language)
  if (cancelableUntil < now) return [{ icon: Clock, text: t(isForOffice ? 'tooLateForPerson' : 'tooLate', { when }) }]
  return [
    refundOnCancel > 0
      ? { icon: Clock, text: t('cancelByRefund', { when, amount: moneyText(refundOnCancel, language) }) }
      : { icon: Clock, text: t('cancelBy', { when }) },
  ]
}

/** The booking of one of several people of a family who are booked on the same date. */
export interface PersonBooking {
  name: string
  booking: Booking
}

interface FactQuery {
  /** Everybody of the family on the date, when they are several; empty for one person. */
  people: readonly PersonBooking[]
  now: Date
  t: Translate
  language: string
  /** Whether the reader is the office, which can cancel after the last moment too. */
  isForOffice?: boolean | undefined
}

/** Lists facts of each person, with the name before each when they are several. */
const factsOfEach = (
  booking: Booking,
  { people, t }: FactQuery,
  listFacts: (own: Booking) => BookingFact[],
): BookingFact[] =>
  people.length < 2
    ? listFacts(booking)
    : people.flatMap(({ name, booking: own }) =>
        listFacts(own).map((fact) => ({ ...fact, text: t('ofPerson', { name, text: fact.text }) })),
      )

/** Lists the states of several people on one date, when these differ. */
function stateFacts(booking: Booking, query: FactQuery): BookingFact[] {
  const states = new Set(query.people.map((one) => one.booking.state))
  if (states.size < 2) return []
  return factsOfEach(booking, query, ({ state }) => [
    { icon: bookingStateLooks[state].icon, text: query.t(`state.${state}`) },
  ])
}

/**
 * Lists the last moment to cancel with its refund, or that it has passed; nothing once the booking has begun, ended or
 * been cancelled. Several people (`query.people`) have such a line each, by their own booking, with the name, in their
 * order. When their states differ, a line for each with the state comes before all these, also once the date has begun.
 */
export const listCancelFactsOfEach = (booking: Booking, query: FactQuery): BookingFact[] => [
  ...stateFacts(booking, query),
  ...factsOfEach(booking, query, (own) => listCancelFacts(own, query)),
]

const listFeeFactsOfEach = (booking: Booking, query: FactQuery): BookingFact[] =>
  factsOfEach(booking, query, (own) => feeFacts(own, query.t, query.language))

/**
 * Lists what a booked person needs to know, in this order: place, meeting's link (or that it comes later), leaders,
 * organiser, contact, fee (or its payment and refund) and last moment to cancel, in texts of `bookings`. Free bookings
 * have no fee; those that have begun, ended or been cancelled no last moment.
 *
 * Several people of the family on the date (`query.people`) have each a fee and a last moment of their own, with the
 * name; in between come their states, when these differ.
 */
export const listBookingFacts = (booking: Booking, query: FactQuery): BookingFact[] => [
  ...placeFacts(booking, query.t),
  ...peopleFacts(booking, query.t),
  ...listFeeFactsOfEach(booking, query),
  ...listCancelFactsOfEach(booking, query),
]

/**
 * Lists the facts that the summary of a booking does not show: that the meeting's link comes later, leaders, organiser,
 * contact and fee. Of several people on the date each has a fee with the name.
 */
export const listRemainingFacts = (booking: Booking, query: FactQuery): BookingFact[] => [
  ...laterFacts(booking, query.t),
  ...peopleFacts(booking, query.t),
  ...listFeeFactsOfEach(booking, query),
]

/**
 * Returns the path of the part on the education's page; `childId` is that of a booking of the reader's child. Without
 * an education it is the profile of the child, or of the reader without `childId`.
 */
export const bookingHref = (
  { educationId, educationPartId }: Pick<Booking, 'educationId' | 'educationPartId'>,
  childId?: number,
): string =>
  educationId
    ? `/education/${educationId}${childId ? `?person=${childId}` : ''}#part-${educationPartId}`
    : `/profile${childId ? `/${childId}` : ''}`

/**
 * Returns the booking of an exam when the item's kind is 2, and of an occasion for other kinds; undefined when there is
 * none.
 */
export const findBooking = (
  bookings: readonly Booking[],
  { kind, referenceId }: { kind: number; referenceId: number },
) => bookings.find(({ occasionId, examId }) => (kind === 2 ? examId : occasionId) === referenceId)
