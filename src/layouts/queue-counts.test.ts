import { expect, test } from 'vitest'
import { formatCount, formatStoredCounts, parseStoredCounts } from './queue-counts.ts'

const now = 1_800_000_000_000

test('stored counts are read back for a minute', () => {
  const stored = formatStoredCounts({ approvals: 3, jobs: 0 }, now)
  expect(parseStoredCounts(stored, now + 59_999)).toEqual({ approvals: 3, jobs: 0 })
  expect(parseStoredCounts(stored, now + 60_000)).toBeNull()
  expect(parseStoredCounts(null, now)).toBeNull()
  expect(parseStoredCounts('', now)).toBeNull()
})

test.each([
  [0, ''],
  [1, '1'],
  [999, '999'],
  [1000, '999+'],
])('a queue of %i shows “%s”', (count, text) => {
  expect(formatCount(count)).toBe(text)
})
