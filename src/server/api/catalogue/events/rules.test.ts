import { expect, test } from 'vitest'
import { eventLength, eventLengthAtMost } from './rules.ts'

test('a character is what the reader sees as one code point', () => {
  expect(eventLength('Säsongen börjar')).toBe(15)
  expect(eventLength('🏁🏍️')).toBe(3)
  expect(eventLength('🏁'.repeat(140))).toBe(eventLengthAtMost)
})
