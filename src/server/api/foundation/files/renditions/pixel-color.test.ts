import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chunk, concatBytes } from '../../../../../../tests/pictures.ts'
import { readPixelColor } from './pixel-color.ts'

/** A PNG of one pixel, in the given depth and colour type. */
function pixel(depth: number, type: number, samples: readonly number[], colors?: readonly number[]) {
  const header = Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, depth, type, 0, 0, 0)
  return concatBytes(
    '\x89PNG\r\n\x1a\n',
    chunk('IHDR', header),
    ...(colors ? [chunk('PLTE', Uint8Array.from(colors))] : []),
    chunk('IDAT', deflateSync(Uint8Array.of(0, ...samples))),
    chunk('IEND', ''),
  )
}

test.each([
  ['truecolour', pixel(8, 2, [0x12, 0x34, 0x56]), '#123456'],
  ['16 bits', pixel(16, 2, [0x12, 0xff, 0x34, 0xff, 0x56, 0xff]), '#123456'],
  ['opaque', pixel(8, 6, [0x12, 0x34, 0x56, 0xff]), '#123456'],
  ['transparent', pixel(8, 6, [0x12, 0x34, 0x56, 0x10]), null],
  ['grey', pixel(8, 0, [0x80]), '#808080'],
  ['grey of one bit', pixel(1, 0, [0x80]), '#ffffff'],
  ['grey with alpha', pixel(8, 4, [0x20, 0xff]), '#202020'],
  ['a palette', pixel(2, 3, [0x40], [1, 2, 3, 0xaa, 0xbb, 0xcc]), '#aabbcc'],
])('the colour of a pixel is read: %s', (_kind, png, color) => {
  expect(readPixelColor(png)).toBe(color)
})
