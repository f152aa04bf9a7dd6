import { expect, test } from 'vitest'
import { calendarUrl } from '#islands/calendar/calendar-url.ts'
import { gridVisibility } from './grid-visibility.ts'

const searchAt = (search: string) => calendarUrl.parse(new URLSearchParams(search))

test('a month that is asked for takes the search of the list from a tablet on, beside the same bar', () => {
  const { grid, list, bar } = gridVisibility(searchAt('view=month'), 'month')
  expect([grid, list, bar]).toEqual(['max-md:hidden', 'md:[@media(scripting:enabled)]:hidden', ''])
})

test('without a view the weeks ahead take the search of the list and its bar on a desktop alone', () => {
  const { grid, list, bar } = gridVisibility(searchAt(''), 'ahead')
  expect([grid, list, bar]).toEqual(['max-lg:hidden', list, list])
  expect(list).toMatch(/^lg:/)
})

test('a list that is asked for is never hidden', () => {
  const { list, bar } = gridVisibility(searchAt('view=list'), null)
  expect([list, bar]).toEqual(['', ''])
})
