import { expect, test } from 'vitest'
import { estimatePercentile, parseMinute, toDurationBound, toMinute, toPeriod } from './rules.ts'

test('a duration counts under the smallest bound that it does not exceed', () => {
  expect([0, 5, 6, 99.5, 100, 29_000, 90_000].map(toDurationBound)).toEqual([5, 5, 10, 100, 100, 30_000, 30_000])
})

test('a percentile lies within the bound that holds it', () => {
  const counts = [
    { maxMs: 100, requests: 4 },
    { maxMs: 10, requests: 90 },
    { maxMs: 1000, requests: 6 },
  ]
  expect(estimatePercentile(counts, 0.5)).toBe(8)
  expect(estimatePercentile(counts, 0.94)).toBe(100)
  expect(estimatePercentile(counts, 0.95)).toBeGreaterThan(600)
  expect(estimatePercentile(counts, 1)).toBe(1000)
  expect(estimatePercentile([], 0.95)).toBeNull()
})

test('a period begins every five minutes', () => {
  const at = new Date('2026-11-23T14:07:59.999Z')
  expect(toPeriod(at)).toBe('2026-11-23T14:05')
  expect(toPeriod(new Date('2026-11-23T14:05:00Z'))).toBe('2026-11-23T14:05')
  expect(parseMinute(toMinute(at))).toEqual(new Date('2026-11-23T14:07:00Z'))
})
