import { expect, test } from 'vitest'
import { countSeatsOnAll, findFewestSeats, isSameSet, listCommonPaymentMethods, toResultStatus } from './rules.ts'

const seats = (maxParticipants: number | null, bookedCount = 0, reservedCount = 0) => ({
  maxParticipants,
  bookedCount,
  reservedCount,
})

test('a set has the seats of its fullest occasion', () => {
  expect(countSeatsOnAll([seats(10, 3), seats(5, 1, 2), seats(null)])).toBe(2)
  expect(countSeatsOnAll([seats(10, 3), seats(2, 4)])).toBe(0)
  expect(countSeatsOnAll([seats(null), seats(null)])).toBeNull()
  expect(findFewestSeats([])).toBeNull()
  expect(findFewestSeats([0, null])).toBe(0)
})

test('a set accepts the payment methods that all its occasions with a fee accept', () => {
  const paid = (feeMinor: number, paymentMethods: (0 | 1)[]) => ({ feeMinor, paymentMethods })
  expect(listCommonPaymentMethods([paid(100, [0, 1]), paid(200, [1])])).toEqual([1])
  expect(listCommonPaymentMethods([paid(100, [0]), paid(200, [1])])).toEqual([])
  expect(listCommonPaymentMethods([paid(0, []), paid(200, [0, 1])])).toEqual([0, 1])
  expect(listCommonPaymentMethods([paid(0, [0])])).toEqual([])
})

test.each([
  [{ signUpDate: new Date() }, 0],
  [{}, 1],
  [{ completed: true, attended: true, signUpDate: new Date() }, 2],
  [{ attended: true, signUpDate: new Date() }, 3],
  [{ canceled: true, completed: true }, 4],
])('a result %j has status %i', (fields, status) => {
  expect(toResultStatus({ completed: false, canceled: false, attended: null, signUpDate: null, ...fields })).toBe(
    status,
  )
})

test('the set that the person saw matches in any order, and an unspecified set always matches', () => {
  expect(isSameSet([2, 1], [1, 2])).toBe(true)
  expect(isSameSet([], [1, 2])).toBe(true)
  expect(isSameSet([1], [1, 2])).toBe(false)
  expect(isSameSet([1, 3], [1, 2])).toBe(false)
  expect(isSameSet([1, 1], [1, 2])).toBe(false)
})
