import { expect, test } from 'vitest'
import { type CollidingBooking, canUndo, mergeStates, settleBookings, suggestStaying } from './rules.ts'

const booking = (id: number, facts: Partial<CollidingBooking> = {}): CollidingBooking => ({
  id,
  completed: false,
  attended: false,
  isCharged: false,
  ...facts,
})

test('of two bookings of one occasion the one of the person who stays is kept', () => {
  expect(settleBookings([{ own: booking(1), other: booking(2) }])).toEqual({ canceled: [2], staying: [], open: [] })
})

test.each([
  ['completed', { completed: true }],
  ['charged', { isCharged: true }],
  ['attended', { attended: true }],
])('a %s booking of the merged-away person beats a plain one', (_name, facts) => {
  expect(settleBookings([{ own: booking(1), other: booking(2, facts) }]).canceled).toEqual([1])
})

test('two charged bookings are for the office to settle', () => {
  const facts = { isCharged: true }
  expect(settleBookings([{ own: booking(1, facts), other: booking(2, facts) }])).toEqual({
    canceled: [],
    staying: [],
    open: [2],
  })
})

test('of two completed bookings none is cancelled', () => {
  const facts = { completed: true }
  expect(settleBookings([{ own: booking(1, facts), other: booking(2, facts) }])).toEqual({
    canceled: [],
    staying: [2],
    open: [],
  })
})

const record = (id: number, facts = {}) => ({ id, hasRegisterId: false, isActive: true, lastLogin: null, ...facts })

test('the record of the register is suggested, then the active one, the latest sign-in and the older record', () => {
  expect(suggestStaying(record(1, { lastLogin: new Date() }), record(2, { hasRegisterId: true }))).toBe(2)
  expect(suggestStaying(record(1, { isActive: false }), record(2))).toBe(2)
  expect(suggestStaying(record(1), record(2, { lastLogin: new Date() }))).toBe(2)
  expect(suggestStaying(record(2), record(1))).toBe(1)
})

test('a merge can be undone once, for 30 days', () => {
  const mergedAt = new Date('2026-01-01T00:00:00Z')
  expect(canUndo(mergeStates.done, mergedAt, new Date('2026-01-30T23:59:59Z'))).toBe(true)
  expect(canUndo(mergeStates.done, mergedAt, new Date('2026-01-31T00:00:00Z'))).toBe(false)
  expect(canUndo(mergeStates.undone, mergedAt, mergedAt)).toBe(false)
})
