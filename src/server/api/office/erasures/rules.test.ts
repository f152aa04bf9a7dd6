import { expect, test } from 'vitest'
import { dueStanding, erasureStates, refuseErasure } from './rules.ts'

test.each([
  ['2026-12-01', '2026-11-10', 'onTime'],
  ['2026-12-01', '2026-11-24', 'near'],
  ['2026-12-01', '2026-12-01', 'near'],
  ['2026-12-01', '2026-12-02', 'late'],
])('a request due on %s is on %s %s', (dueOn, today, standing) => {
  expect(dueStanding(erasureStates.open, dueOn, today)).toBe(standing)
})

test('a request that is decided is never late', () => {
  expect(dueStanding(erasureStates.done, '2026-01-01', '2026-12-01')).toBe('closed')
  expect(dueStanding(erasureStates.confirmed, '2026-01-01', '2026-12-01')).toBe('late')
})

test('only the last superadministrator and a payment under way stop an erasure', () => {
  expect(refuseErasure(['unpaid', 'upcoming', 'role'])).toBeNull()
  expect(refuseErasure(['unpaid', 'paymentUnderWay'])).toBe('payment_under_way')
  expect(refuseErasure(['paymentUnderWay', 'lastSuperadministrator'])).toBe('last_superadministrator')
})
