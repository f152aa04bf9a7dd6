import { expect, test } from 'vitest'
import { calendarUrl } from './calendar-url.ts'
import { gridVisibility } from './grid-visibility.ts'

const searchAt = (search: string) => calendarUrl.parse(new URLSearchParams(search))

test('a requested month uses the search of the list from tablet width, with the same toolbar', () => {
  const { grid, list, bar } = gridVisibility(searchAt('view=month'), 'month')
  expect([grid, list, bar]).toEqual(['max-md:hidden', 'md:hidden', ''])
})

test('without a view, the coming weeks use the search of the list and its toolbar on a desktop only', () => {
  const { grid, list, bar } = gridVisibility(searchAt(''), 'ahead')
  expect([grid, list, bar]).toEqual(['max-lg:hidden', list, list])
  expect(list).toMatch(/^lg:/)
})

test('a requested list is never hidden', () => {
  const { list, bar } = gridVisibility(searchAt('view=list'), null)
  expect([list, bar]).toEqual(['', ''])
})
