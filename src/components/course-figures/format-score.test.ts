import { expect, test } from 'vitest'
import { formatScore } from './format-score.ts'

test('a score is a whole percentage, with a space in Swedish', () => {
  expect(formatScore(5 / 6, 'sv').replace(/\s/u, ' ')).toBe('83 %')
  expect(formatScore(1, 'en')).toBe('100%')
})
