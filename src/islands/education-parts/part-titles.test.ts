import { expect, test } from 'vitest'
import { formatPartTitles } from './part-titles.ts'

test('parts are named in their order, and one without a name by its number', () => {
  const titles = new Map([[4, 'Webbkurs']])
  expect(formatPartTitles([9, 4], (id) => titles.get(id))).toBe('1. 9, 2. Webbkurs')
  expect(formatPartTitles([], () => 'Kursdag')).toBe('')
})
