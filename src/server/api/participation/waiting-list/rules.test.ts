import { expect, test } from 'vitest'
import { calculateOfferEnd, whyWaiting } from './rules.ts'

const now = new Date('2026-03-02T10:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const offer = (startsIn: number, lastSignUpIn: number | null = null) =>
  calculateOfferEnd(
    [{ startsAt: inHours(startsIn), lastSignUpAt: lastSignUpIn === null ? null : inHours(lastSignUpIn) }],
    now,
  )

test('an offer is valid for a day, or for half a day when the date is within three days', () => {
  expect(offer(24 * 10)).toEqual(inHours(24))
  expect(offer(71)).toEqual(inHours(12))
})

test('an offer ends two hours before the start and with the last day to sign up', () => {
  expect(offer(9)).toEqual(inHours(7))
  expect(offer(24 * 10, 5)).toEqual(inHours(5))
})

test('no offer is made when less than half an hour is left', () => {
  expect(offer(2.4)).toBeNull()
  expect(offer(24 * 10, -1)).toBeNull()
})

test('the first date of a set decides how long an offer is valid', () => {
  const occasions = [
    { startsAt: inHours(24 * 20), lastSignUpAt: inHours(30) },
    { startsAt: inHours(60), lastSignUpAt: null },
  ]
  expect(calculateOfferEnd(occasions, now)).toEqual(inHours(12))
})

test('the office sees why an entry has no offer', () => {
  expect(whyWaiting({ barred: 'too_young', partySize: 1, availableSeats: 3 })).toBe('barred')
  expect(whyWaiting({ barred: null, partySize: 3, availableSeats: 2 })).toBe('party_too_large')
  expect(whyWaiting({ barred: null, partySize: 1, availableSeats: 0 })).toBe('full')
  expect(whyWaiting({ barred: null, partySize: 1, availableSeats: null })).toBe('next')
})
