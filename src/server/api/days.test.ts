import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, daysBetween, lastDayOfPeriod } from './days.ts'

const day = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2060-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test.each([
  ['2026-01-01', 12, '2026-12-31'],
  ['2026-03-10', 36, '2029-03-09'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-08-31', 6, '2027-02-28'],
])('from %s on, %i months end on %s', (from, months, end) => expect(lastDayOfPeriod(from, months)).toBe(end))

test('a month before a day that the earlier month lacks is the first of the following month', () =>
  expect(addMonths('2026-03-31', -1)).toBe('2026-03-01'))

test('consecutive periods of months skip no day and count none twice', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 120 }), (from, months) => {
      const end = lastDayOfPeriod(from, months)
      expect(end >= from).toBe(true)
      expect(daysBetween(end, addDays(end, 1))).toBe(1)
      const years = daysBetween(from, addDays(end, 1)) / 30.44
      expect(Math.abs(years - months)).toBeLessThan(0.2)
    }),
  )
})
