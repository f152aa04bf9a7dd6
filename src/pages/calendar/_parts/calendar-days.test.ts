import { expect, test } from 'vitest'
import { addDays, addMonths, mondayOf, stepDay, viewDays } from './calendar-days.ts'

test('a week is Monday to Sunday, also when the clocks change', () => {
  expect(viewDays('week', '2026-03-29')).toEqual({ first: '2026-03-23', last: '2026-03-29' })
  expect(viewDays('week', '2026-10-25')).toEqual({ first: '2026-10-19', last: '2026-10-25' })
  expect(mondayOf('2026-11-23')).toBe('2026-11-23')
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
})

test('a month consists of whole weeks', () => {
  expect(viewDays('month', '2026-11-21')).toEqual({ first: '2026-10-26', last: '2026-12-06' })
  expect(viewDays('month', '2027-02-14')).toEqual({ first: '2027-02-01', last: '2027-02-28' })
})

test('the grid of coming weeks begins with this week and ends a month from today', () => {
  expect(viewDays('ahead', '2026-11-23')).toEqual({ first: '2026-11-23', last: '2026-12-27' })
  expect(viewDays('ahead', '2026-01-31')).toEqual({ first: '2026-01-26', last: '2026-03-01' })
})

test('the list covers the month ahead', () => {
  expect(viewDays('list', '2026-11-21')).toEqual({ first: '2026-11-21', last: '2026-12-21' })
})

test('a period of a month ends on the last day of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
})

test('previous and next skip no month and no week', () => {
  expect(stepDay('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(stepDay('month', '2026-01-31', -1)).toBe('2025-12-01')
  expect(stepDay('week', '2026-10-25', 1)).toBe('2026-10-26')
  expect(stepDay('week', '2026-10-26', -1)).toBe('2026-10-19')
  expect(stepDay('list', '2026-11-21', 1)).toBe('2026-12-21')
})
