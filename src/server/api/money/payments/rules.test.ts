import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  calculateExpiry,
  calculateRequestExpiry,
  configuredProvider,
  isOpen,
  isPollingExpired,
  isSettled,
  nextPollAt,
  nextStatus,
  nextStep,
  type PaymentAnswer,
  type PaymentFacts,
  type PaymentStatus,
  sumReceiptRows,
} from './rules.ts'

const began = new Date('2026-05-04T09:00:00Z')
const later = (minutes: number) => new Date(began.getTime() + minutes * 60_000)
const payment: PaymentFacts = {
  id: 'a',
  status: 1,
  amountMinor: 45_000,
  currency: 'SEK',
  expiresAt: calculateExpiry(began),
}
const money = { state: 'paid', paymentId: 'a', amountMinor: 45_000, currency: 'SEK' } as const

describe('the next step follows from the provider’s answer', () => {
  test.each([
    ['open in time', 1, { state: 'open' }, 10, 'nothing'],
    ['open when the time is over', 1, { state: 'open' }, 30, 'close'],
    ['open though it was given up', 4, { state: 'open' }, 10, 'close'],
    ['closed', 1, { state: 'closed' }, 10, 'cancel'],
    ['refused', 1, { state: 'failed' }, 10, 'fail'],
    ['closed after it was given up', 4, { state: 'closed' }, 10, 'nothing'],
    ['paid', 1, money, 10, 'seat'],
    ['paid before the start is on record', 0, money, 1, 'seat'],
    ['paid late', 1, money, 90, 'seat'],
    ['paid after it was given up', 4, money, 90, 'seat'],
    ['paid again', 2, money, 10, 'nothing'],
    ['paid after it went back', 5, money, 10, 'nothing'],
    ['anything at all about settled money', 2, { state: 'closed' }, 90, 'nothing'],
  ] satisfies [string, PaymentStatus, PaymentAnswer, number, string][])(
    '%s',
    (_case, status, answer, minutes, kind) => {
      expect(nextStep({ ...payment, status }, answer, later(minutes)).kind).toBe(kind)
    },
  )

  test.each([
    [{ amountMinor: 44_999 }, 'wrong_amount'],
    [{ currency: 'NOK' }, 'wrong_currency'],
    [{ paymentId: 'b' }, 'other_payment'],
    [{ paymentId: null }, 'other_payment'],
  ])('a payment that differs from the request is refused: %j', (wrong, because) => {
    expect(nextStep(payment, { ...money, ...wrong }, later(1))).toEqual({ kind: 'refuse', because })
  })
})

const answers: PaymentAnswer[] = [
  { state: 'open' },
  { state: 'closed' },
  { state: 'failed' },
  money,
  { ...money, amountMinor: 1 },
  { ...money, paymentId: 'b' },
]
const timedAnswer = record({ answer: constantFrom(...answers), minutes: integer({ min: 0, max: 120 }) })

test('for any answers in any order, a payment is paid by the right amount only, once and permanently', () => {
  assert(
    property(array(timedAnswer, { maxLength: 40 }), (all) => {
      let state = payment
      for (const { answer, minutes } of all) {
        const step = nextStep(state, answer, later(minutes))
        const status = nextStatus(state, step)
        if (isSettled(state)) expect(status).toBe(state.status)
        if (step.kind === 'seat') expect(answer).toBe(money)
        if (!isOpen(state) && !isSettled(state)) expect([state.status, 2]).toContain(status)
        state = { ...state, status }
      }
      expect(state.status === 2).toBe(all.some(({ answer }) => answer === money))
    }),
    { numRuns: 2_000, seed: 1 },
  )
})

test('VAT is calculated per row in whole öre and never exceeds the amount', () => {
  const row = record({ amountMinor: integer({ min: 1, max: 9_999_999 }), vatRate: constantFrom(0, 6, 12, 25) })
  assert(
    property(array(row, { maxLength: 8 }), (rows) => {
      const sum = sumReceiptRows(rows.map((one) => ({ ...one, text: '' })))
      expect(Number.isInteger(sum.vatMinor)).toBe(true)
      expect(sum.vatMinor).toBeLessThanOrEqual(sum.amountMinor)
    }),
    { seed: 2 },
  )
})

test('polls the provider until the seat is released, and never in the past', () => {
  expect(nextPollAt(payment, began, false)).toEqual(later(2))
  expect(nextPollAt(payment, later(29), false)).toEqual(later(30))
  assert(
    property(integer({ min: 0, max: 200 }), boolean(), (minutes, wasInTrouble) => {
      const now = later(minutes)
      expect(nextPollAt(payment, now, wasInTrouble).getTime()).toBeGreaterThan(now.getTime())
    }),
    { seed: 3 },
  )
})

test('stops polling a provider that has been unavailable for a week', () => {
  expect(isPollingExpired(payment, later(30 + 7 * 1440))).toBe(false)
  expect(isPollingExpired(payment, later(31 + 7 * 1440))).toBe(true)
})

test('the local provider is off beside a real one, and an incomplete configuration is no provider', () => {
  const whole = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'wh' }
  expect(configuredProvider({})).toBeNull()
  expect(configuredProvider({ PAYMENTS_LOCAL: '1' })).toBe('local')
  expect(configuredProvider({ ...whole, PAYMENTS_LOCAL: '1' })).toBe('stripe')
  expect(configuredProvider({ STRIPE_SECRET_KEY: 'sk', PAYMENTS_LOCAL: '1' })).toBeNull()
})

test('a seat that a guardian is asked to pay for is held for two days, but not after the sign-up closes', () => {
  const hours = (count: number) => later(count * 60)
  expect(calculateRequestExpiry(began, { lastSignUpAt: null, startsAt: null })).toEqual(hours(48))
  expect(calculateRequestExpiry(began, { lastSignUpAt: hours(5), startsAt: hours(9) })).toEqual(hours(5))
  expect(calculateRequestExpiry(began, { lastSignUpAt: null, startsAt: hours(9) })).toEqual(hours(9))
})
