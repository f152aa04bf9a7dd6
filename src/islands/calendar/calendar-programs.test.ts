import { expect, test } from 'vitest'
import { calendarPrograms } from './calendar-programs.ts'

test('a subscription uses the address format of each calendar program', () => {
  const programs = calendarPrograms('https://portal.example/api/Calendar/feeds/a.ics', 'Mina utbildningar')
  const [google = '', apple, outlook = ''] = programs.map(({ href }) => href)
  expect(new URL(google).searchParams.get('cid')).toBe('webcal://portal.example/api/Calendar/feeds/a.ics')
  expect(apple).toBe('webcal://portal.example/api/Calendar/feeds/a.ics')
  const { searchParams } = new URL(outlook)
  expect(searchParams.get('url')).toBe('https://portal.example/api/Calendar/feeds/a.ics')
  expect(searchParams.get('name')).toBe('Mina utbildningar')
})
