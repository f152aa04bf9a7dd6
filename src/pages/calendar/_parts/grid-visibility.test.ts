import { expect, test } from 'vitest'
import { placeOf } from '#islands/calendar/calendar-address.ts'
import { gridVisibility } from './grid-visibility.ts'

const placeAt = (search: string) => placeOf(new URLSearchParams(search))

test('a month that is asked for takes the place of the list from a tablet on, beside the same bar', () => {
  const { grid, list, bar } = gridVisibility(placeAt('view=month'), 'month')
  expect([grid, list, bar]).toEqual(['max-md:hidden', 'md:[@media(scripting:enabled)]:hidden', ''])
})

test('without a view the weeks ahead take the place of the list and its bar on a desktop alone', () => {
  const { grid, list, bar } = gridVisibility(placeAt(''), 'ahead')
  expect([grid, list, bar]).toEqual(['max-lg:hidden', list, list])
  expect(list).toMatch(/^lg:/)
})

test('a list that is asked for is never hidden', () => {
  const { list, bar } = gridVisibility(placeAt('view=list'), null)
  expect([list, bar]).toEqual(['', ''])
})
