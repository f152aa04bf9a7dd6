import { expect, test } from 'vitest'
import { latestQuarter, toBoardDays, toPeriodState, toTopList } from './rules.ts'

test.each([
  [{ year: 2028, quarter: 1 }, '2028-01-01', '2028-03-31'],
  [{ year: 2028, quarter: 4 }, '2028-10-01', '2028-12-31'],
  [{ year: 2026, quarter: 2 }, '2026-04-01', '2026-06-30'],
  [{ year: 2026, quarter: null }, '2026-01-01', '2026-12-31'],
] as const)('the days of %j are %s to %s', (period, from, to) => {
  expect(toBoardDays(period)).toEqual({ from, to })
})

test.each([
  ['2026-01-01', { year: 2025, quarter: 4 }],
  ['2026-03-31', { year: 2025, quarter: 4 }],
  ['2026-04-01', { year: 2026, quarter: 1 }],
  ['2026-12-31', { year: 2026, quarter: 3 }],
])('the latest quarter on %s has ended', (today, period) => {
  expect(latestQuarter(today)).toEqual(period)
})

test.each([
  ['2026-03-31', 'upcoming'],
  ['2026-04-01', 'ongoing'],
  ['2026-06-30', 'ongoing'],
  ['2026-07-01', 'ended'],
])('the second quarter on %s is %s', (today, state) => {
  expect(toPeriodState(toBoardDays({ year: 2026, quarter: 2 }), today)).toBe(state)
})

test('a top list has the most completions first, five rows, and none without participants', () => {
  const rows = [0, 3, 1, 7, 2, 9, 4].map((completed) => ({ completed, signedUp: 0 }))
  expect(toTopList(rows).map(({ completed }) => completed)).toEqual([9, 7, 4, 3, 2])
  expect(toTopList([{ completed: 0, signedUp: 0 }])).toEqual([])
  const equal = [
    { completed: 1, signedUp: 1 },
    { completed: 1, signedUp: 5 },
  ]
  expect(toTopList(equal).map(({ signedUp }) => signedUp)).toEqual([5, 1])
})
