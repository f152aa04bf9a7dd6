import { expect, test } from 'vitest'
import { toPhoneHref } from './phone-href.ts'

test('a telephone number is dialled without the signs that people write in it', () => {
  expect(toPhoneHref('+46 (0)8-657 61 00')).toBe('tel:+46086576100')
})
