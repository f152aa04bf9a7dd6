import { expect, test } from 'vitest'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { unchecked } from '../../../unchecked.ts'
import { calendarUrl } from './calendar-url.ts'
import { countItems } from './load-calendar.ts'

// Only the moments of an item are read here.
const itemOn = (startDate: string, endDate: string) =>
  unchecked<CalendarItem>({ startDate: new Date(startDate), endDate: new Date(endDate), sessions: [] })

const listed = [
  itemOn('2026-12-01T08:00:00Z', '2026-12-02T12:00:00Z'),
  itemOn('2027-01-01T08:00:00Z', '2027-01-01T12:00:00Z'),
]
const leftOut = [
  { day: '2026-11-30', count: 2, isLeast: true },
  { day: '2026-12-02', count: 3, isLeast: false },
]
const countAt = (search: string) =>
  countItems({ search: calendarUrl.parse(new URLSearchParams(search)), day: '2026-12-01', listed, leftOut })

test('a list counts its items', () => {
  expect(countAt('')).toEqual({ count: 2, isLeast: false })
  expect(countAt('view=list')).toEqual({ count: 2, isLeast: false })
})

test('a month counts each item once, including the hidden ones', () => {
  expect(countAt('view=month')).toEqual({ count: 4, isLeast: false })
})

test('a week counts shown and hidden items', () => {
  expect(countAt('view=week')).toEqual({ count: 7, isLeast: true })
})
