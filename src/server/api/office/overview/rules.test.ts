import { expect, test } from 'vitest'
import { narrowToDistrict } from './rules.ts'

const organizations = new Map([
  [1, { name: 'Förbundet', path: '/1/', type: 0 as const }],
  [7, { name: 'Norr', path: '/1/7/', type: 1 as const }],
  [42, { name: 'Kils MK', path: '/1/7/42/', type: 2 as const }],
  [8, { name: 'Syd', path: '/1/8/', type: 1 as const }],
])

test.each([
  ['no choice', [], [7]],
  ['the federation', [1], [7]],
  ['a club inside it', [42, 8], [42]],
  ['another district', [8], []],
])('a district narrows %s', (_, chosen, expected) => {
  expect(narrowToDistrict(organizations, chosen, 7)).toEqual(expected)
})

test('without a district the choice stays', () => {
  expect(narrowToDistrict(organizations, [42], null)).toEqual([42])
})

test('a district that does not exist selects nobody, instead of the whole choice', () => {
  expect(narrowToDistrict(organizations, [42, 8], 999)).toEqual([999])
  expect(narrowToDistrict(organizations, [], 999)).toEqual([999])
})
