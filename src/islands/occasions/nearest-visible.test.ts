import { expect, test } from 'vitest'
import { findNearestVisible } from './nearest-visible.ts'

const rows = (hidden: string) => [...hidden].map((mark, at) => ({ at, hidden: mark === 'x' }))

test.each([
  ['the next row', 'oxooo', 1, 2],
  ['the next row that is not hidden', 'oxxxo', 1, 4],
  ['the previous row after the last', 'oooxx', 3, 2],
  ['no row when all are hidden', 'xxx', 1, undefined],
])('the nearest visible row is %s', (_, hidden, index, found) => {
  expect(findNearestVisible(rows(hidden), index)?.at).toBe(found)
})
