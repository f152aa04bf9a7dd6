import { expect, test } from 'vitest'
import { countHiddenItems } from './hidden-items.ts'

const at = (text: string) => ({ startDate: new Date(text) })

test('counts the items that are not shown by day in Swedish time', () => {
  const shown = [at('2026-12-01T08:00:00Z'), at('2026-12-01T22:30:00Z'), at('2026-12-02T23:30:00Z')]
  const counts = [
    { day: '2026-12-01', count: 3 },
    { day: '2026-12-02', count: 1 },
    { day: '2026-12-03', count: 1 },
    { day: '2026-12-04', count: 0 },
    { day: '2026-12-05', count: 100 },
  ]
  expect(countHiddenItems(counts, shown)).toEqual([
    { day: '2026-12-01', count: 1, isLeast: false },
    { day: '2026-12-02', count: 1, isLeast: false },
    { day: '2026-12-05', count: 100, isLeast: true },
  ])
})
