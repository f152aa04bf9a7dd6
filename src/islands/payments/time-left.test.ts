import { expect, test } from 'vitest'
import { findMark, formatClock } from './time-left.ts'

test('what is left reads as minutes and seconds', () => {
  expect([1800, 245, 59, 0].map(formatClock)).toEqual(['30:00', '4:05', '0:59', '0:00'])
})

test('it is said aloud at ten minutes, five and one, and not in between', () => {
  expect([1800, 600, 599, 301, 300, 61, 60, 1].map(findMark)).toEqual([null, 600, 600, 600, 300, 300, 60, 60])
})
