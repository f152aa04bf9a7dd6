import { expect, test } from 'vitest'
import { toNamedRetryMs, toRetryMs } from './retry-after.ts'

test('obeys Retry-After in seconds and as a date, and waits five seconds without it', () => {
  const now = Date.parse('2026-11-29T12:00:00Z')
  expect(toRetryMs('120', now)).toBe(120_000)
  expect(toRetryMs('Sun, 29 Nov 2026 12:00:40 GMT', now)).toBe(40_000)
  expect(toRetryMs(null, now)).toBe(5_000)
  expect(['soon', null, '0', '3600'].map((text) => toNamedRetryMs(text, now))).toEqual([null, null, 0, 900_000])
})
