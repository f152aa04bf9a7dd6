import { expect, test } from 'vitest'
import { filterMatchingItems } from './item-search.ts'

const items = [
  { id: 1, label: 'Bredåsen Motorklubb' },
  { id: 2, label: 'Kil Motorförening', hint: 'Värmland' },
]
const fitting = (text: string) => filterMatchingItems(items, text).map(({ id }) => id)

test('results of a shorter search are offered only while they match the typed text', () => {
  expect(fitting('')).toEqual([1, 2])
  expect(fitting('motor')).toEqual([1, 2])
  expect(fitting('Bredasen m')).toEqual([1])
  expect(fitting('kil värm')).toEqual([2])
  expect(fitting('karlstad')).toEqual([])
})
