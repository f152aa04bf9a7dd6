import { expect, test } from 'vitest'
import { createMonthScale } from './month-scale.ts'

const linesFor = (signedUp: number) => createMonthScale([{ month: '2026-11', signedUp, completed: 0 }]).lines

test('a chart has grid lines at round numbers', () => {
  expect(linesFor(4)).toEqual([0, 1, 2, 3, 4])
  expect(linesFor(23)).toEqual([0, 5, 10, 15, 20, 25])
  expect(linesFor(180)).toEqual([0, 50, 100, 150, 200])
})

test('a chart without figures has one step', () => {
  expect(createMonthScale([])).toEqual({ top: 1, lines: [0, 1] })
})
