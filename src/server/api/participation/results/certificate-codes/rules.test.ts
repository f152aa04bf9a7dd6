import { expect, test } from 'vitest'
import { formatInitials, normalizeCode, toVerificationCode } from './rules.ts'

test('a verification code is twelve unambiguous characters in groups of four', () => {
  expect(toVerificationCode('ffffffff-ffff-4fff-bfff-ffffffffffff')).toBe('ZZZZ-ZZZZ-ZZZZ')
  expect(toVerificationCode('00000000-0000-4000-8000-000000000000')).toBe('0000-0000-0000')
  expect(toVerificationCode('00000000-0000-4001-8000-000000000000')).toBe('0000-0000-0001')
})

test('a code is found however it was typed', () => {
  expect(normalizeCode(' 7k3m q9tz-4voa ')).toBe('7K3M-Q9TZ-4V0A')
  expect(normalizeCode('7K3MQ9TZ4VIL')).toBe('7K3M-Q9TZ-4V11')
})

test('the public sees initials only', () => {
  expect(formatInitials('åsa', 'Öberg')).toBe('Å. Ö.')
})
