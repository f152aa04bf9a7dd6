import { expect, test } from 'vitest'
import { calendarUrl, hasFilters, noFilters } from './calendar-url.ts'

const read = (search: string) => calendarUrl.parse(new URLSearchParams(search))

test('an address says what the calendar shows, and back', () => {
  const search = 'view=week&date=2026-10-25&category=3&category=4&role=5&educationId=6&own=1'
  const place = { view: 'week', date: '2026-10-25', category: [3, 4], role: [5], educationId: [6], own: true, page: 1 }
  expect(read(search)).toEqual(place)
  expect(calendarUrl.href(read(search))).toBe(`/calendar?${search}`)
  expect(calendarUrl.href(read(''))).toBe('/calendar')
})

test('what makes no sense is as if it were not there', () => {
  const nothing = { view: null, date: null, category: [], role: [], educationId: [], own: false, page: 1 }
  expect(read('view=year&date=2026-13-40&category=x&category=-1&role=1.5&own=yes')).toEqual(nothing)
  expect(read('category=2&category=2').category).toEqual([2])
  expect(['page=2', 'page=-2', 'page=1.5', 'page=x', 'page=9999999'].map((text) => read(text).page)).toEqual([
    2, 1, 1, 1, 200,
  ])
})

test('lifting the filters keeps the view and the day', () => {
  const place = read('view=month&date=2026-05-01&own=1')
  expect(hasFilters(place)).toBe(true)
  expect(hasFilters({ ...place, ...noFilters })).toBe(false)
  expect(calendarUrl.href(place, noFilters)).toBe('/calendar?view=month&date=2026-05-01')
})
