import { expect, test } from 'vitest'
import { withPairs } from './with-pairs.ts'

test('parameters follow those that a URL has', () => {
  const pairs = [
    ['columns', 'start'],
    ['columns', 'city'],
  ] as const
  expect(withPairs('/list', pairs)).toBe('/list?columns=start&columns=city')
  expect(withPairs('/list?text=%C3%A5', [['size', '50']])).toBe('/list?text=%C3%A5&size=50')
  expect(withPairs('/list?text=a', [])).toBe('/list?text=a')
})
