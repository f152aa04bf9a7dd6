import { expect, test } from 'vitest'
import { amountLeft } from './amount-left.ts'

test('refunds are subtracted from a payment exactly', () => {
  expect(amountLeft({ amount: 450, refunds: [] })).toBe(450)
  expect(amountLeft({ amount: 0.3, refunds: [{ amount: 0.1 }] })).toBe(0.2)
  expect(amountLeft({ amount: 450.5, refunds: [{ amount: 200.25 }, { amount: 250.25 }] })).toBe(0)
})
