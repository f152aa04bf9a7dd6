import { expect, test } from 'vitest'
import { findExpiry } from './account-draft.ts'

test('an account may be used on its last day, and has expired the day after', () => {
  expect(findExpiry('2027-03-31', '2027-03-31')).toBe('coming')
  expect(findExpiry('2027-03-31', '2027-04-01')).toBe('past')
  expect(findExpiry(null, '2027-04-01')).toBe('none')
})
