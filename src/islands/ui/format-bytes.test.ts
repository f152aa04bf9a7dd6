import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 B'],
  [0.4, '0.4 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [200 * 1024 ** 2, '200 MB'],
  [1024 ** 3 * 1.256, '1.26 GB'],
  [1024 ** 4, '1 TB'],
  [1024 ** 5, '1 PB'],
  [1024 ** 6, '1 EB'],
  [1024 ** 7, '1 ZB'],
  [1024 ** 8, '1 YB'],
  [1024 ** 9, '1024 YB'],
])('the size of %d bytes is formatted', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text)
})

test('decimals follow the language', () => {
  expect(formatBytes(1536, 'sv')).toBe('1,5 KB')
})
