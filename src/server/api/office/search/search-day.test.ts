import { expect, test } from 'vitest'
import { parseSearchDay } from './search-day.ts'

const today = '2026-11-30'

test.each([
  ['2 dec', '2026-12-02', ''],
  ['2 dec.', '2026-12-02', ''],
  ['2 December', '2026-12-02', ''],
  ['den 2:e december', '2026-12-02', 'den'],
  ['Dec 2', '2026-12-02', ''],
  ['December 2nd, 2027', '2027-12-02', ''],
  ['2/12', '2026-12-02', ''],
  ['2/12 2025', '2025-12-02', ''],
  ['2025-12-02', '2025-12-02', ''],
  ['5 maj', '2027-05-05', ''],
  ['5 May', '2027-05-05', ''],
  ['14 okt', '2026-10-14', ''],
  ['29 feb', '2028-02-29', ''],
])('the search %s is of %s', (text, day, rest) => {
  const at = text === '29 feb' ? '2028-01-10' : today
  expect(parseSearchDay(text, at)).toEqual({ day, rest })
})

test.each([
  ['Banförare 2 dec', 'banforare'],
  ['2 dec Ängelholm', 'angelholm'],
  ['banförare 2/12 ängelholm', 'banforare   angelholm'],
])('the search %s keeps its other words', (text, rest) =>
  expect(parseSearchDay(text, today)).toEqual({ day: '2026-12-02', rest }),
)

test.each([
  'steg 1',
  'del 2 av 3',
  '31/2',
  '31 februari',
  '32/1',
  '1042',
  'kl 9',
  '2 de',
  '12 marknad',
  '2026-13-01',
  '',
])('the search %s names no day', (text) => expect(parseSearchDay(text, today)).toBeNull())

test('a day without a year is the nearest one, before or after', () => {
  expect(parseSearchDay('20 dec', '2027-01-05')?.day).toBe('2026-12-20')
  expect(parseSearchDay('5 jan', '2026-12-20')?.day).toBe('2027-01-05')
})
