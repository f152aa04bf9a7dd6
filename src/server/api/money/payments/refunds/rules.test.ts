import { expect, test } from 'vitest'
import { isRefundPollingExpired, nextRefundPollAt, nextRefundStep, type RefundState } from './rules.ts'

const refund = (state: RefundState) => ({ state, amountMinor: 45_000, currency: 'SEK' })
const providerAnswer = (state: 'pending' | 'done', more = {}) => ({
  state,
  reference: 're_1',
  amountMinor: 45_000,
  currency: 'SEK',
  ...more,
})
const failed = { state: 'failed', reference: 're_1', reason: 'declined' } as const

test.each([
  [0, providerAnswer('done'), 'nothing'],
  [0, failed, 'nothing'],
  [1, providerAnswer('pending'), 'remember'],
  [1, providerAnswer('done'), 'done'],
  [1, failed, 'failed'],
  [2, providerAnswer('pending'), 'nothing'],
  [2, providerAnswer('done'), 'nothing'],
  [2, failed, 'failed'],
  [3, providerAnswer('pending'), 'nothing'],
  [3, providerAnswer('done'), 'done'],
  [3, failed, 'nothing'],
] as const)('in state %i receives %o: %s', (state, answer, step) => {
  expect(nextRefundStep(refund(state), answer)).toBe(step)
})

test('another amount or currency than requested is refused', () => {
  expect(nextRefundStep(refund(1), providerAnswer('done', { amountMinor: 1 }))).toBe('mismatch')
  expect(nextRefundStep(refund(1), providerAnswer('pending', { currency: 'NOK' }))).toBe('mismatch')
})

test('polls often at first, then rarely, and for a limited time', () => {
  const sent = new Date('2027-01-01T12:00:00Z')
  const after = (hours: number) => new Date(sent.getTime() + hours * 3_600_000)
  const pause = (hours: number) => (nextRefundPollAt(sent, after(hours)).getTime() - after(hours).getTime()) / 60_000
  expect([pause(0), pause(2), pause(72)]).toEqual([2, 60, 1440])
  expect([isRefundPollingExpired(sent, after(24 * 29)), isRefundPollingExpired(sent, after(24 * 31))]).toEqual([
    false,
    true,
  ])
})
