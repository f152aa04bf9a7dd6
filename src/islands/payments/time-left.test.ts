import { expect, test } from 'vitest'
import { findMark, formatClock } from './time-left.ts'

test('formats the remaining time as minutes and seconds', () => {
  expect([1800, 245, 59, 0].map(formatClock)).toEqual(['30:00', '4:05', '0:59', '0:00'])
})

test('announces the remaining time at ten minutes, five and one only', () => {
  expect([1800, 600, 599, 301, 300, 61, 60, 1].map(findMark)).toEqual([null, 600, 600, 600, 300, 300, 60, 60])
})
