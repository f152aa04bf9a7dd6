import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countAvailableSeats, hasAvailableSeats, isFullyBooked, toOccasionState } from './rules.ts'

const now = new Date('2026-05-01T10:00:00Z')
const later = new Date('2026-06-01T08:00:00Z')
const open = { canceled: false, startDate: later, lastSignUpDate: null, hasFreeSpots: true }

describe('seats', () => {
  test('are the limit minus bookings and reservations', () => {
    expect(countAvailableSeats({ maxParticipants: 20, bookedCount: 12, reservedCount: 3 })).toBe(5)
    expect(countAvailableSeats({ maxParticipants: null, bookedCount: 400, reservedCount: 3 })).toBeNull()
  })

  test('are never below zero, and always available without a limit', () => {
    const count = fc.nat({ max: 1000 })
    fc.assert(
      fc.property(fc.option(count, { nil: null }), count, count, (maxParticipants, bookedCount, reservedCount) => {
        const seats = { maxParticipants, bookedCount, reservedCount }
        const left = countAvailableSeats(seats)
        expect(left === null).toBe(maxParticipants === null)
        if (left !== null) expect(left).toBeGreaterThanOrEqual(0)
        expect(hasAvailableSeats(seats)).toBe(maxParticipants === null || bookedCount + reservedCount < maxParticipants)
        expect(isFullyBooked({ hasFreeSpots: hasAvailableSeats(seats) })).toBe(left === 0)
      }),
    )
  })
})

describe('an occasion', () => {
  test('is open until it is full, closed, started or cancelled', () => {
    expect(toOccasionState(open, now)).toBe('open')
    expect(toOccasionState({ ...open, hasFreeSpots: false }, now)).toBe('full')
    expect(toOccasionState({ ...open, lastSignUpDate: new Date('2026-04-30T22:00:00Z') }, now)).toBe('closed')
    expect(toOccasionState({ ...open, startDate: now }, now)).toBe('started')
    expect(toOccasionState({ ...open, canceled: true, hasFreeSpots: false }, now)).toBe('canceled')
  })

  test('takes sign-ups up to the last moment of its deadline', () => {
    expect(toOccasionState({ ...open, lastSignUpDate: now }, now)).toBe('open')
  })
})
