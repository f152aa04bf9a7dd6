import { expect, test } from 'vitest'
import { groupByOccasion, isPaidSeat, sumEffects } from './cancellation-targets.ts'

const seat = { resultId: 1, feeAtSignUp: 450, paymentId: null, invoiceRecipientId: null }

test('a seat is paid by a payment or an invoice, when it has a fee', () => {
  expect(isPaidSeat(seat)).toBe(false)
  expect(isPaidSeat({ ...seat, paymentId: 'p1' })).toBe(true)
  expect(isPaidSeat({ ...seat, invoiceRecipientId: 20 })).toBe(true)
  expect(isPaidSeat({ ...seat, invoiceRecipientId: 20, feeAtSignUp: 0 })).toBe(false)
})

test('results are asked about by occasion', () => {
  const results = [
    { resultId: 1, occasionId: 7 },
    { resultId: 2, occasionId: 8 },
    { resultId: 3, occasionId: 7 },
    { resultId: 4, occasionId: null },
  ]
  expect(groupByOccasion(results)).toEqual([
    { kind: 'occasion', id: 7, resultIds: [1, 3] },
    { kind: 'occasion', id: 8, resultIds: [2] },
  ])
})

test('effects of several occasions are added to the öre', () => {
  const none = { count: 0, amount: 0 }
  const first = { seats: 1, refunds: { count: 1, amount: 0.1 }, credits: none, dropped: none }
  const second = { seats: 2, refunds: { count: 2, amount: 0.2 }, credits: { count: 1, amount: 500 }, dropped: none }
  expect(sumEffects([first, second])).toEqual({
    seats: 3,
    refunds: { count: 3, amount: 0.3 },
    credits: { count: 1, amount: 500 },
    dropped: none,
  })
  expect(sumEffects([])).toEqual({ seats: 0, refunds: none, credits: none, dropped: none })
})
