import { expect, test } from 'vitest'
import { formatDay, toInstant, toWallClock } from './wall-clock.ts'

test('a course at nine in Stockholm is shown as nine in any time zone', () => {
  const wall = toWallClock('Europe/Stockholm', new Date('2026-07-01T07:00:00Z'))
  expect([wall.getHours(), wall.getMinutes(), wall.getDate()]).toEqual([9, 0, 1])
})

test('a chosen time is in Stockholm, in summer and winter', () => {
  expect(toInstant('Europe/Stockholm', new Date(2026, 6, 1, 9, 30)).toISOString()).toBe('2026-07-01T07:30:00.000Z')
  expect(toInstant('Europe/Stockholm', new Date(2026, 11, 1, 9, 30)).toISOString()).toBe('2026-12-01T08:30:00.000Z')
})

test('converting there and back gives the same instant', () => {
  const instant = new Date('2026-03-29T00:30:00Z')
  expect(toInstant('Europe/Stockholm', toWallClock('Europe/Stockholm', instant))).toEqual(instant)
})

test('a day is written without a time', () => {
  expect(formatDay(new Date(2026, 4, 9, 23, 59))).toBe('2026-05-09')
})
