import { expect, test } from 'vitest'
import { calendarUrl, hasFilters, listsAllComing, noFilters, showsBookings } from './calendar-url.ts'

const read = (search: string) => calendarUrl.parse(new URLSearchParams(search))

test('the URL describes what the calendar shows, and is parsed back', () => {
  const search = 'view=week&date=2026-10-25&category=3&category=4&role=5&educationId=6&own=1&who=12'
  const place = {
    view: 'week',
    date: '2026-10-25',
    category: [3, 4],
    role: [5],
    educationId: [6],
    own: true,
    who: 12,
    page: 1,
  }
  expect(read(search)).toEqual(place)
  expect(calendarUrl.href(read(search))).toBe(`/calendar?${search}`)
  expect(calendarUrl.href(read(''))).toBe('/calendar')
})

test('invalid parameters are ignored', () => {
  const nothing = { view: null, date: null, category: [], role: [], educationId: [], own: false, who: null, page: 1 }
  expect(read('view=year&date=2026-13-40&category=x&category=-1&role=1.5&own=yes&who=-3')).toEqual(nothing)
  expect(read('category=2&category=2').category).toEqual([2])
  expect(['page=2', 'page=-2', 'page=1.5', 'page=x', 'page=9999999'].map((text) => read(text).page)).toEqual([
    2, 1, 1, 1, 200,
  ])
})

test('clearing the filters preserves the view and the day', () => {
  const place = read('view=month&date=2026-05-01&own=1')
  expect(hasFilters(place)).toBe(true)
  expect(hasFilters({ ...place, ...noFilters })).toBe(false)
  expect(calendarUrl.href(place, noFilters)).toBe('/calendar?view=month&date=2026-05-01')
})

test('the URL names whose bookings are shown: a child, the reader or the family', () => {
  expect(['who=self', 'who=all', 'who=7', 'who=mom', ''].map((text) => read(text).who)).toEqual([
    'self',
    'all',
    7,
    null,
    null,
  ])
  expect(showsBookings(read('who=7'))).toBe(true)
  expect(hasFilters(read('who=all'))).toBe(true)
  expect(calendarUrl.href(read('view=month&who=7'), noFilters)).toBe('/calendar?view=month')
})

test('a list of the reader’s own bookings shows all coming ones whatever the date, one of the family only without a date', () => {
  const all = ['own=1', 'own=1&date=2026-12-01', 'who=7', 'who=self']
  const periods = ['', 'date=2026-12-01', 'who=7&date=2026-12-01']
  expect(all.filter((search) => listsAllComing(read(search)))).toEqual(all)
  expect(periods.filter((search) => listsAllComing(read(search)))).toEqual([])
})
