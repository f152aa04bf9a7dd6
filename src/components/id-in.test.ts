import { expect, test } from 'vitest'
import { idIn } from './id-in.ts'

test('an id is one to nine digits', () => {
  expect(idIn('12')).toBe(12)
  for (const text of ['', '-1', '1.5', '1e3', ' 1', '1234567890', 'new', null, undefined]) expect(idIn(text)).toBe(0)
})
