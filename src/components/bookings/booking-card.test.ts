import { describe, expect, test } from 'vitest'
import type { Booking } from '#api/office/bookings/contract.ts'
import {
  bookingHref,
  bookingPlace,
  findBooking,
  isMeetingOpen,
  listBookingFacts,
  listCancelFactsOfEach,
  listRemainingFacts,
  mapHref,
} from '#islands/bookings/booking-facts.ts'
import { translator } from '#locales/translate.ts'
import {
  canCancel,
  listBookingsAlong,
  listTitles,
  splitTiedBookings,
  toCancellation,
  toCancelTerms,
} from './cancellation.ts'

const at = (time: string) => new Date(`2026-12-07T${time}:00.000Z`)

const booking: Booking = {
  resultId: 1,
  occasionId: 7,
  examId: null,
  tagId: null,
  educationId: 3,
  educationTitle: 'Banpreparering',
  educationPartId: 4,
  partTitle: 'Kursdag',
  title: null,
  description: null,
  state: 'signedUp',
  startDate: at('09:00'),
  endDate: at('16:00'),
  sessions: [],
  city: 'Karlstad',
  venue: 'Depåhuset',
  address: 'Depåvägen 26',
  isOnline: true,
  onlineUrl: 'https://moten.example.se/1',
  contact: { name: 'Karin Kontakt', email: 'karin@example.se' },
  leaders: ['Lena Ledare'],
  organizer: 'Karlstads MK',
  cancelableUntil: at('08:00'),
  canceledReason: null,
  fee: 500,
  educationFee: 0,
  invoiceRecipient: null,
  payment: { receiptId: 'p-1', isByCaller: true, refund: null },
  refundOnCancel: 500,
  invitationUrl: null,
  managed: false,
}

const t = translator('sv', 'bookings')
const textsOf = (change: Partial<Booking>, now = at('07:00')) =>
  listBookingFacts({ ...booking, ...change }, { people: [], now, t, language: 'sv' }).map(({ text, link }) => [
    text,
    link?.href,
  ])

describe('the meeting', () => {
  test('is open from half an hour before the start until the end', () => {
    const open = (time: string) => isMeetingOpen(booking, at(time))
    expect(['08:29', '08:30', '15:59', '16:00'].map(open)).toEqual([false, true, true, false])
  })
  test('is closed between the days of an occasion, and without the link', () => {
    const sessions = [
      { start: at('09:00'), end: at('10:00') },
      { start: at('15:00'), end: at('16:00') },
    ]
    expect(isMeetingOpen({ ...booking, sessions }, at('12:00'))).toBe(false)
    expect(isMeetingOpen({ ...booking, onlineUrl: null }, at('10:00'))).toBe(false)
  })
  test('appears once the booking is approved', () => {
    expect(textsOf({ state: 'awaitsApproval', onlineUrl: null })).toContainEqual([t('linkLater'), undefined])
  })
})

describe('the place', () => {
  test('names venue, street and city once each, with a link to a map', () => {
    expect(bookingPlace(booking)).toBe('Depåhuset, Depåvägen 26, Karlstad')
    expect(bookingPlace({ venue: 'Karlstad', address: null, city: 'Karlstad' })).toBe('Karlstad')
    expect(mapHref(booking)).toBe('https://www.openstreetmap.org/search?query=Dep%C3%A5v%C3%A4gen%2026%2C%20Karlstad')
  })
  test('has no map when only the city is known', () => {
    expect(mapHref({ venue: null, address: null, city: 'Karlstad' })).toBeNull()
  })
})

describe('the last day to cancel', () => {
  test('is shown with the refund, and afterwards with the reason why cancelling is closed', () => {
    expect(textsOf({}).at(-1)?.[0]).toMatch(/^Vid avanmälan senast .* betalas 500.kr tillbaka$/)
    expect(textsOf({ refundOnCancel: 0 }).at(-1)?.[0]).toMatch(/^Kan avanmälas till och med .*$/)
    expect(textsOf({}, at('08:30')).at(-1)?.[0]).toMatch(/^Sista dagen att avanmäla var /)
  })
  test('is absent when there is nothing to cancel', () => {
    const texts = textsOf({ state: 'canceled', onlineUrl: null }).map(([text]) => text)
    expect(texts.join()).not.toMatch(/avanmäl/i)
    expect(canCancel({ ...booking, state: 'canceled' }, at('07:00'))).toBe(false)
    expect(canCancel(booking, at('07:00'))).toBe(true)
    expect(canCancel(booking, at('08:00'))).toBe(false)
  })
})

test('fee and contact are shown with their links', () => {
  expect(textsOf({})).toContainEqual([expect.stringMatching(/^500.kr, betald av dig$/), '/betalning/kvitto/p-1'])
  expect(textsOf({})).toContainEqual(['Kontakt: Karin Kontakt', 'mailto:karin@example.se'])
  const invoiced = textsOf({ payment: null, invoiceRecipient: 'Karlstads MK' }).map(([text]) => text)
  expect(invoiced).toContainEqual(expect.stringMatching(/^500.kr, faktureras Karlstads MK$/))
})

describe('a payment', () => {
  const day = new Date('2026-12-03T10:00:00Z')
  const feeOf = (payment: Booking['payment']) => textsOf({ payment }).filter(([text]) => /^500.kr/.test(text ?? ''))
  const others = { receiptId: null, isByCaller: false }

  test('by somebody else is paid, without a receipt', () => {
    expect(feeOf({ ...others, refund: null })).toEqual([[expect.stringMatching(/^500.kr, betald$/), undefined]])
  })

  test('that is refunded says so with amount and day, and has its receipt for the payer only', () => {
    const refund = { amount: 500, date: day }
    const text = expect.stringMatching(/^500.kr, återbetald 3 dec/)
    expect(feeOf({ ...others, refund })).toEqual([[text, undefined]])
    expect(feeOf({ receiptId: 'p-1', isByCaller: true, refund })).toEqual([[text, '/betalning/kvitto/p-1']])
  })

  test('that is refunded in part, or is on its way back, says how much', () => {
    expect(feeOf({ ...others, refund: { amount: 200, date: day } })[0]?.[0]).toMatch(
      /^500.kr, varav 200.kr återbetalt 3 dec/,
    )
    expect(feeOf({ ...others, refund: { amount: 500, date: null } })[0]?.[0]).toMatch(
      /^500.kr, 500.kr är på väg tillbaka$/,
    )
  })
})

describe('two people of a family on one date', () => {
  const child: Booking = {
    ...booking,
    resultId: 2,
    payment: null,
    invoiceRecipient: 'Karlstads MK',
    refundOnCancel: 0,
    cancelableUntil: at('07:30'),
  }
  const people = [
    { name: 'Du', booking },
    { name: 'Milo', booking: child },
  ]
  const query = { people, now: at('07:00'), t, language: 'sv' }
  test('each have their own fee, receipt and last moment to cancel, and share the rest', () => {
    const facts = listBookingFacts(booking, query)
    const texts = facts.map(({ text }) => text)
    expect(texts.filter((text) => text.includes('500'))).toEqual([
      expect.stringMatching(/^Du: 500.kr, betald av dig$/),
      expect.stringMatching(/^Milo: 500.kr, faktureras Karlstads MK$/),
      expect.stringMatching(/^Du: Vid avanmälan senast .* betalas 500.kr tillbaka$/),
    ])
    expect(texts.at(-1)).toMatch(/^Milo: Kan avanmälas till och med .*08:30$/)
    expect(facts.filter(({ link }) => link?.href.includes('kvitto'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('Depåhuset'))).toHaveLength(1)
    expect(texts.filter((text) => text.startsWith('Kontakt'))).toHaveLength(1)
  })
  test('are shown with their states when these differ', () => {
    const pending = { ...child, state: 'awaitsApproval' as const }
    const differing = [
      { name: 'Du', booking },
      { name: 'Milo', booking: pending },
    ]
    const states = (of: typeof people) =>
      listCancelFactsOfEach(booking, { ...query, people: of }).map(({ text }) => text)
    expect(states(differing)).toEqual(expect.arrayContaining(['Du: Anmäld', 'Milo: Väntar på godkännande']))
    expect(states(people).join()).not.toContain('Anmäld')
  })
})

test('the details below a summary repeat neither place, meeting nor last moment to cancel', () => {
  const query = { people: [], now: at('07:00'), t, language: 'sv' }
  const remaining = listRemainingFacts(booking, query)
  const shown = [bookingPlace(booking), ...listCancelFactsOfEach(booking, query).map(({ text }) => text)]
  expect(remaining.filter(({ text }) => shown.includes(text))).toEqual([])
  expect(remaining.some(({ link }) => link?.href === booking.onlineUrl)).toBe(false)
  expect(remaining).toHaveLength(listBookingFacts(booking, query).length - 3)
})

test('after the last moment to cancel the office is not told to contact the organiser', () => {
  const late = { ...booking, cancelableUntil: new Date(booking.startDate.getTime() - 7_200_000) }
  const query = { people: [], now: new Date(booking.startDate.getTime() - 3_600_000), t, language: 'sv' }
  const read = (isForOffice: boolean) => listCancelFactsOfEach(late, { ...query, isForOffice })[0]?.text
  expect(read(false)).toContain('Kontakta arrangören')
  expect(read(true)).toMatch(/^Personen kunde själv avanmäla till och med /)
})

test('a child’s booking leads to the education for that child', () => {
  expect(bookingHref(booking)).toBe('/education/3#part-4')
  expect(bookingHref(booking, 7)).toBe('/education/3?person=7#part-4')
  expect(bookingHref({ ...booking, educationId: null }, 7)).toBe('/profile/7')
})

test('finds a booking by kind and id of its date', () => {
  const exam = { ...booking, occasionId: null, examId: 7 }
  expect(findBooking([exam, booking], { kind: 0, referenceId: 7 })).toBe(booking)
  expect(findBooking([booking, exam], { kind: 2, referenceId: 7 })).toBe(exam)
})

test('bookings that are cancelled together have the first deadline, all fees and all refunds', () => {
  const tied = { ...booking, resultId: 2, cancelableUntil: at('07:30'), fee: 200, refundOnCancel: 200 }
  expect(toCancellation(booking, [tied], 'Milo')).toEqual({
    along: ['Kursdag'],
    terms: { until: at('07:30'), fee: 700, isInvoiced: false, person: 'Milo' },
    refund: 700,
  })
  expect(toCancelTerms(booking).until).toEqual(booking.cancelableUntil)
})

test('bookings of the same tag are cancelled together, and no others', () => {
  const tied = { ...booking, resultId: 2, occasionId: 8, tagId: 5 }
  const all = [
    { ...booking, tagId: 5 },
    tied,
    { ...tied, resultId: 3, occasionId: 9, state: 'canceled' as const },
    { ...booking, resultId: 4, occasionId: 10, tagId: 6 },
    { ...booking, resultId: 5, occasionId: 11 },
  ]
  expect(listBookingsAlong({ ...booking, tagId: 5 }, all)).toEqual([tied])
  expect(listBookingsAlong(booking, all)).toEqual([])
})

test('an organiser cancels the pending bookings of a tag together, and the approved ones stay', () => {
  const pending: Booking = { ...booking, resultId: 2, occasionId: 8, tagId: 5, state: 'awaitsApproval', managed: true }
  const waiting: Booking = { ...pending, resultId: 3, occasionId: 9, state: 'awaitsGuardian', title: 'Bandag' }
  const approved: Booking = { ...pending, resultId: 4, occasionId: 10, state: 'signedUp' }
  const elsewhere: Booking = { ...pending, resultId: 5, occasionId: 11, managed: false }
  const ended: Booking = { ...pending, resultId: 6, occasionId: 12, state: 'ended' }
  const all = [pending, waiting, approved, elsewhere, ended, booking]
  expect(splitTiedBookings(pending, all)).toEqual({ along: [waiting], staying: [approved, elsewhere] })
  expect(splitTiedBookings(approved, all)).toEqual({ along: [], staying: [pending, waiting, elsewhere] })
  expect(splitTiedBookings(booking, all)).toEqual({ along: [], staying: [] })
  expect(listTitles([pending, waiting])).toEqual(['Kursdag', 'Bandag'])
})
