import { expect, test } from 'vitest'
import { parseId } from './parse-id.ts'

test('an id is one to nine digits', () => {
  expect(parseId('12')).toBe(12)
  for (const text of ['', '-1', '1.5', '1e3', ' 1', '1234567890', 'new', null, undefined]) expect(parseId(text)).toBe(0)
})
