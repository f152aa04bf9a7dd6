import { expect, test } from 'vitest'
import type { Booking, Reservation } from '#api/office/bookings/contract.ts'
import type { ChildOverview, NextStep } from '#api/office/dashboard/contract.ts'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'
import { unchecked } from '../../../unchecked.ts'
import { placeOnce } from './place-once.ts'

// Only these fields are read.
const bookingOf = (occasionId: number | null, examId: number | null = null) =>
  unchecked<Booking>({ occasionId, examId })
const attendanceOf = (kind: 'attend' | 'wait', occasionId: number | null, examId: number | null = null) =>
  unchecked<NextStep>({ kind, occasion: { occasionId, examId } })
const paymentOf = (paymentId: string | null) =>
  unchecked<NextStep>({ kind: 'education', education: { step: { kind: paymentId ? 'pay' : 'start', paymentId } } })
const reservationOf = (paymentId: string) => unchecked<Reservation>({ paymentId })
const entryOf = (offerEnds: Date | null) => unchecked<WaitingEntry>({ offerEnds, mayAnswer: offerEnds !== null })

const [course, later, exam] = [bookingOf(1), bookingOf(2), bookingOf(null, 1)]
const seats = { bookings: [course, later, exam], reservations: [], waiting: [], family: [] }

test.each(['attend', 'wait'] as const)('the booking of the next step stands there alone (%s)', (kind) => {
  const { lead, bookings } = placeOnce({ ...seats, next: attendanceOf(kind, 1) })
  expect(lead.booking).toBe(course)
  expect(bookings).toEqual([later, exam])
})

test('an exam is not taken for an occasion of the same number', () => {
  const { lead, bookings } = placeOnce({ ...seats, next: attendanceOf('attend', null, 1) })
  expect(lead.booking).toBe(exam)
  expect(bookings).toEqual([course, later])
})

test('another step leaves all bookings in their list', () => {
  const { lead, bookings } = placeOnce({ ...seats, next: paymentOf(null) })
  expect(lead.booking).toBeNull()
  expect(bookings).toEqual(seats.bookings)
})

test('the payment that is the next step stands there alone', () => {
  const [mine, other] = [reservationOf('a'), reservationOf('b')]
  const { lead, reservations } = placeOnce({ ...seats, reservations: [other, mine], next: paymentOf('a') })
  expect([lead.reservation, reservations]).toEqual([mine, [other]])
})

test('an offer goes before the booking, which stays in its list, and leaves the queues', () => {
  const [queue, offer] = [entryOf(null), entryOf(new Date())]
  const { lead, bookings, waiting } = placeOnce({
    ...seats,
    waiting: [queue, offer],
    next: attendanceOf('attend', 1),
  })
  expect([lead.offer, lead.booking]).toEqual([offer, null])
  expect([bookings, waiting]).toEqual([seats.bookings, [queue]])
})

const childOf = (firstName: string, reservations: Reservation[]) =>
  unchecked<ChildOverview>({ firstName, reservations, bookings: [], next: attendanceOf('attend', 9) })
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const unpaidUntil = (expires: Date, paymentId = 'child') => unchecked<Reservation>({ paymentId, expires })

test('the unpaid seat of a child that runs out first goes before the reader’s booking', () => {
  const [soon, other] = [unpaidUntil(inMinutes(20)), unpaidUntil(inMinutes(2000), 'other')]
  const family = [childOf('Milo', [other]), childOf('Alva', [soon])]
  const { lead, own, bookings, family: rest } = placeOnce({ ...seats, family, next: attendanceOf('attend', 1) })
  expect(lead).toMatchObject({ reservation: soon, childNames: ['Alva'], isOwn: false, booking: null, offer: null })
  expect([own?.booking, bookings]).toEqual([course, [later, exam]])
  expect(rest.map(({ reservations }) => reservations)).toEqual([[other], []])
})

test('the unpaid seat of a child waits for an own payment or offer that runs out sooner', () => {
  const family = [childOf('Milo', [unpaidUntil(inMinutes(2000))])]
  const mine = unchecked<Reservation>({ paymentId: 'a', expires: inMinutes(9) })
  const own = placeOnce({ ...seats, family, reservations: [mine], next: paymentOf('a') })
  expect(own.lead).toMatchObject({ reservation: mine, childNames: [] })
  const offer = entryOf(inMinutes(60))
  const offered = placeOnce({ ...seats, family, waiting: [offer], next: paymentOf(null) })
  expect(offered.lead).toMatchObject({ offer, reservation: null })
  expect(offered.family[0]?.reservations).toHaveLength(1)
})

test('the own next step stands below the payment of a child, and alone otherwise', () => {
  const family = [childOf('Milo', [unpaidUntil(inMinutes(2000))])]
  const next = unchecked<NextStep>({ kind: 'find' })
  expect(placeOnce({ ...seats, family, next }).own).toMatchObject({ next, reservation: null, childNames: [] })
  expect(placeOnce({ ...seats, family: [], next }).own).toBeNull()
})

test('one payment for the reader and children stands once beside another step, and names them all', () => {
  const expires = inMinutes(20)
  const family = [childOf('Milo', [unpaidUntil(expires)]), childOf('Alva', [unpaidUntil(expires)])]
  const reservations = [unpaidUntil(expires)]
  const placed = placeOnce({ ...seats, family, reservations, next: attendanceOf('attend', 1) })
  expect(placed.lead).toMatchObject({ childNames: ['Milo', 'Alva'], isOwn: true })
  expect(placed.own?.booking).toBe(course)
  expect(placed.reservations).toEqual([])
  expect(placed.family.flatMap((child) => child.reservations)).toEqual([])
})

test('a child with nothing left but the name is left out', () => {
  const payment = reservationOf('child')
  const unpaid = unchecked<Reservation>({ ...payment, expires: inMinutes(20) })
  const child = unchecked<ChildOverview>({
    firstName: 'Alva',
    reservations: [unpaid],
    bookings: [],
    next: paymentOf('child'),
  })
  expect(placeOnce({ ...seats, family: [child], next: attendanceOf('attend', 1) }).family).toEqual([])
})

test.each([
  ['the reader', [unpaidUntil(inMinutes(20))]],
  ['a child', []],
])('one payment whose first seat is that of %s stands once when it is the next step', (_, reservations) => {
  const family = [childOf('Milo', [unpaidUntil(inMinutes(20))])]
  const placed = placeOnce({ ...seats, family, reservations, next: paymentOf('child') })
  expect(placed.lead).toMatchObject({ reservation: { paymentId: 'child' }, childNames: ['Milo'], isOwn: true })
  expect([placed.own, placed.reservations]).toEqual([null, []])
  expect(placed.family.flatMap((child) => child.reservations)).toEqual([])
})

test('one payment for the reader and a child names both below the payment of another child', () => {
  const family = [childOf('Milo', [unpaidUntil(inMinutes(20))]), childOf('Alva', [unpaidUntil(inMinutes(9), 'soon')])]
  const placed = placeOnce({ ...seats, family, next: paymentOf('child') })
  expect(placed.lead).toMatchObject({ reservation: { paymentId: 'soon' }, childNames: ['Alva'], isOwn: false })
  expect(placed.own).toMatchObject({ reservation: { paymentId: 'child' }, childNames: ['Milo'], isOwn: true })
})

test('the step of a child that waits for the payment of a set is shown with the payment of any of its parts', () => {
  const payment = unchecked<Reservation>({
    paymentId: 'a',
    educationId: 1,
    educationPartIds: [1, 2],
    educationPartId: 1,
  })
  const step = { kind: 'awaitPayment', part: { id: 2 } }
  const next = unchecked<NextStep>({ kind: 'education', education: { educationId: 1, step } })
  const child = unchecked<ChildOverview>({ firstName: 'Alva', reservations: [payment], bookings: [], next })
  const offer = entryOf(new Date(0))
  const unpaid = { ...child, reservations: [{ ...payment, expires: inMinutes(20) }] }
  const { family } = placeOnce({ ...seats, waiting: [offer], family: [unpaid], next: paymentOf(null) })
  expect(family).toMatchObject([{ isStepShown: true }])
})
