import { expect, test } from 'vitest'
import { formatContentRange, parseByteRange, resolveByteRange } from './byte-range.ts'

test.each([
  ['bytes=0-3', 'bytes 0-3/10'],
  ['bytes=4-', 'bytes 4-9/10'],
  ['bytes=-3', 'bytes 7-9/10'],
  ['bytes=-30', 'bytes 0-9/10'],
  ['bytes=8-99', 'bytes 8-9/10'],
  ['bytes=10-', null],
  ['bytes=-0', null],
])('the range %s of ten bytes is %s', (header, answer) => {
  const range = parseByteRange(header)
  const slice = range && resolveByteRange(range, 10)
  expect(slice && formatContentRange(slice, 10)).toBe(answer)
  expect(range).not.toBeNull()
})

test.each([null, '', 'junk', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'lines=0-3'])(
  '%s requests the whole file',
  (header) => {
    expect(parseByteRange(header)).toBeNull()
  },
)
