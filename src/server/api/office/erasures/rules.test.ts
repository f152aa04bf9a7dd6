import { expect, test } from 'vitest'
import { erasureStates, findBlockingRefusal, getDueStatus } from './rules.ts'

test.each([
  ['2026-12-01', '2026-11-10', 'onTime'],
  ['2026-12-01', '2026-11-24', 'near'],
  ['2026-12-01', '2026-12-01', 'near'],
  ['2026-12-01', '2026-12-02', 'late'],
])('a request due on %s is on %s %s', (dueOn, today, standing) => {
  expect(getDueStatus(erasureStates.open, dueOn, today)).toBe(standing)
})

test('a request that is decided is never late', () => {
  expect(getDueStatus(erasureStates.done, '2026-01-01', '2026-12-01')).toBe('closed')
  expect(getDueStatus(erasureStates.confirmed, '2026-01-01', '2026-12-01')).toBe('late')
})

test('only a protected identity, the last superadministrator and an unfinished payment block an erasure', () => {
  expect(findBlockingRefusal(['unpaid', 'upcoming', 'role'])).toBeNull()
  expect(findBlockingRefusal(['unpaid', 'paymentUnderWay'])).toBe('payment_under_way')
  expect(findBlockingRefusal(['paymentUnderWay', 'lastSuperadministrator'])).toBe('last_superadministrator')
  expect(findBlockingRefusal(['lastSuperadministrator', 'protectedIdentity'])).toBe('identity_protected')
})
