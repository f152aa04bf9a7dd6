import { expect, test } from 'vitest'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { foldedBefore, itemsByDay, openingDay, weeksBetween, weeksOfMonth } from './month-days.ts'

// Grouping reads only these fields.
const item = (id: string, start: string, end: string, sessions: [string, string][] = []) =>
  ({
    id,
    startDate: new Date(start),
    endDate: new Date(end),
    sessions: sessions.map(([from, to]) => ({ start: new Date(from), end: new Date(to) })),
  }) as unknown as CalendarItem

test('a month is whole weeks from Monday, with empty cells for other months', () => {
  const weeks = weeksOfMonth('2026-11-22')
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null])
  expect(weeks.flat().filter(Boolean)).toHaveLength(30)
  expect(weeksOfMonth('2027-02-10')).toHaveLength(4)
})

test('each item is on every day that it lasts, in Swedish time', () => {
  const found = itemsByDay(
    [
      item('late', '2026-11-03T22:30:00Z', '2026-11-03T23:30:00Z'),
      item('long', '2026-11-05T08:00:00Z', '2026-11-07T15:00:00Z'),
      item('two days', '2026-11-06T08:00:00Z', '2026-11-20T15:00:00Z', [
        ['2026-11-06T08:00:00Z', '2026-11-06T15:00:00Z'],
        ['2026-11-20T08:00:00Z', '2026-11-20T15:00:00Z'],
      ]),
      item('until midnight', '2026-11-29T18:00:00Z', '2026-11-29T23:00:00Z'),
      item('over the edge', '2026-11-30T18:00:00Z', '2026-12-01T15:00:00Z'),
    ],
    '2026-11-22',
  )
  expect([...found].map(([day, items]) => [day.slice(8), items.map(({ id }) => id)])).toEqual([
    ['03', ['late']],
    ['04', ['late']],
    ['05', ['long']],
    ['06', ['long', 'two days']],
    ['07', ['long']],
    ['20', ['two days']],
    ['29', ['until midnight']],
    ['30', ['over the edge']],
  ])
})

test('a month opens at the requested day, the next day with items, or the last day', () => {
  const days = ['2026-11-03', '2026-11-20']
  expect(openingDay(days, '2026-11-03')).toBe('2026-11-03')
  expect(openingDay(days, '2026-11-04')).toBe('2026-11-20')
  expect(openingDay(days, '2026-11-25')).toBe('2026-11-20')
  expect(openingDay([], '2026-11-25')).toBeNull()
})

test('a grid consists of whole weeks', () => {
  const weeks = weeksBetween({ first: '2026-11-30', last: '2026-12-13' })
  expect(weeks.map((week) => [week[0], week.at(-1)])).toEqual([
    ['2026-11-30', '2026-12-06'],
    ['2026-12-07', '2026-12-13'],
  ])
})

test('past weeks of the current month are folded, from two on', () => {
  expect(foldedBefore('2026-11-28', null, '2026-11-28')).toBe('2026-11-23')
  // The next month’s steps lead to its first day.
  expect(foldedBefore('2026-11-01', '2026-11-01', '2026-11-28')).toBe('2026-11-23')
  expect(foldedBefore('2026-11-28', '2026-11-29', '2026-11-28')).toBe('2026-11-23')
  expect(foldedBefore('2026-11-04', null, '2026-11-04')).toBeNull()
  expect(foldedBefore('2026-11-12', '2026-11-12', '2026-11-28')).toBeNull()
  expect(foldedBefore('2026-10-20', '2026-10-20', '2026-11-28')).toBeNull()
})
