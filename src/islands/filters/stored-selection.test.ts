import { expect, test } from 'vitest'
import { formatSelection, parseSelection } from './stored-selection.ts'

test('a choice is kept for the filter that it was made with', () => {
  const rows = new Map([[7, { userId: 3 }]])
  const text = formatSelection('search=Ek', rows)
  expect(parseSelection('search=Ek', text)).toEqual(rows)
  expect(parseSelection('search=Al', text).size).toBe(0)
})

test('nothing is chosen without a stored choice, or with a broken one', () => {
  expect([parseSelection('', null).size, parseSelection('', '{').size]).toEqual([0, 0])
})
