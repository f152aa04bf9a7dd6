import { expect, test } from 'vitest'
import { toPhoneHref } from './phone-href.ts'

test('a telephone link has no spaces or punctuation', () => {
  expect(toPhoneHref('+46 (0)8-657 61 00')).toBe('tel:+46086576100')
})
