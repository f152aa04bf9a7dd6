import { expect, test } from 'vitest'
import { formatPartTitles } from './part-titles.ts'

test('lists titles in the order of the parts, and the number of a part without a title', () => {
  const titles = new Map([[4, 'Webbkurs']])
  expect(formatPartTitles([9, 4], (id) => titles.get(id))).toBe('1. 9, 2. Webbkurs')
  expect(formatPartTitles([], () => 'Kursdag')).toBe('')
})
