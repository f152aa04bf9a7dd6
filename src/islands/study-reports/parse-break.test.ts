import { expect, test } from 'vitest'
import { parseBreak } from './parse-break.ts'

test('a break is whole minutes of at most a day, and none when the field is empty', () => {
  expect(['', ' ', '0', ' 45 ', '1440'].map(parseBreak)).toEqual([0, 0, 0, 45, 1440])
})

test('any other text is no break, so that nothing is reported by it', () => {
  expect(['45 min', '1,5', '-5', '1441', '99999', 'en timme'].map(parseBreak)).toEqual(Array(6).fill(null))
})
