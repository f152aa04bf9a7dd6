import { expect, test } from 'vitest'
import { countCharacters, maxEventLength } from './rules.ts'

test('counts characters by code point', () => {
  expect(countCharacters('Säsongen börjar')).toBe(15)
  expect(countCharacters('🏁🏍️')).toBe(3)
  expect(countCharacters('🏁'.repeat(140))).toBe(maxEventLength)
})
