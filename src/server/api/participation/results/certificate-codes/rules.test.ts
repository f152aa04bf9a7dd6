import { expect, test } from 'vitest'
import { initialsOf, normalizedCode, verificationCodeFrom } from './rules.ts'

test('a verification code is twelve unmistakable characters in groups of four', () => {
  expect(verificationCodeFrom('ffffffff-ffff-4fff-bfff-ffffffffffff')).toBe('ZZZZ-ZZZZ-ZZZZ')
  expect(verificationCodeFrom('00000000-0000-4000-8000-000000000000')).toBe('0000-0000-0000')
  expect(verificationCodeFrom('00000000-0000-4001-8000-000000000000')).toBe('0000-0000-0001')
})

test('a code is found however it was typed', () => {
  expect(normalizedCode(' 7k3m q9tz-4voa ')).toBe('7K3M-Q9TZ-4V0A')
  expect(normalizedCode('7K3MQ9TZ4VIL')).toBe('7K3M-Q9TZ-4V11')
})

test('a stranger sees initials only', () => {
  expect(initialsOf('åsa', 'Öberg')).toBe('Å. Ö.')
})
