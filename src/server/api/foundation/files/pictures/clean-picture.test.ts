import { expect, test } from 'vitest'
import {
  canvas,
  chunk,
  concatBytes,
  createExif,
  createPng,
  gif,
  gifImage,
  gifWithMetadata,
  holdsSecret,
  jpeg,
  jpegWithMetadata,
  lossless,
  pngWithMetadata,
  segment,
  webpFile,
  webpWithMetadata,
} from '../../../../../../tests/pictures.ts'
import { cleanPicture } from './clean-picture.ts'
import { parseOrientation, toExif } from './orientation.ts'

function cleaned(bytes: Uint8Array) {
  const picture = cleanPicture(bytes)
  if (picture.refusal !== null) throw new Error(picture.refusal)
  return picture
}

const found = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(Buffer.from(text, 'latin1'))

test.each([
  ['image/jpeg', jpegWithMetadata(), 6, 4],
  ['image/png', pngWithMetadata(), 2, 2],
  ['image/webp', webpWithMetadata(), 6, 4],
  ['image/gif', gifWithMetadata(), 3, 2],
])('removes locations, texts and comments from a %s', (contentType, bytes, width, height) => {
  expect(holdsSecret(bytes)).toBe(true)
  const picture = cleaned(bytes)
  expect(picture).toMatchObject({ contentType, width, height })
  expect(holdsSecret(picture.bytes)).toBe(false)
  expect(cleaned(picture.bytes).bytes, 'cleaning twice changes nothing more').toEqual(picture.bytes)
})

test('a picture without metadata stays as it is, byte for byte', () => {
  for (const bytes of [jpeg(), createPng(), webpFile(lossless(6, 4)), gif(gifImage())])
    expect(cleaned(bytes).bytes).toEqual(bytes)
})

test('preserves the orientation of a picture that was taken with a rotated camera', () => {
  for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
    for (const bytes of [jpegWithMetadata(orientation), webpWithMetadata(orientation)]) {
      const { bytes: clean } = cleaned(bytes)
      expect(found(clean, Buffer.from(toExif(orientation)).toString('latin1'))).toBe(true)
    }
    const { bytes: clean } = cleaned(createPng({ extra: [chunk('eXIf', createExif(orientation, false))] }))
    expect(found(clean, Buffer.from(toExif(orientation)).toString('latin1'))).toBe(true)
  }
  expect(found(cleaned(jpegWithMetadata(1)).bytes, 'Exif')).toBe(false)
})

test('reads the orientation in both byte orders; invalid data mean upright', () => {
  expect(parseOrientation(createExif(6, true))).toBe(6)
  expect(parseOrientation(createExif(8, false))).toBe(8)
  expect(parseOrientation(toExif(3))).toBe(3)
  expect(parseOrientation(createExif(9))).toBe(1)
  expect(parseOrientation(createExif(6).subarray(0, 20))).toBe(1)
  expect(parseOrientation(new Uint8Array())).toBe(1)
})

test('preserves colour profiles and animation', () => {
  expect(found(cleaned(jpegWithMetadata()).bytes, 'ICC_PROFILE')).toBe(true)
  expect(found(cleaned(pngWithMetadata()).bytes, 'gAMA')).toBe(true)
  expect(found(cleaned(gifWithMetadata()).bytes, 'NETSCAPE2.0')).toBe(true)
})

test('a JFIF thumbnail is removed: it may show what the picture no longer does', () => {
  const thumbnail = segment(0xe0, concatBytes('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01', 'GPS'))
  expect(found(cleaned(jpeg({ extra: [thumbnail] })).bytes, 'GPS')).toBe(false)
})

test.each([
  ['a PNG of 60,000 by 60,000', createPng({ width: 60_000, height: 60_000 })],
  ['a JPEG of 65,000 by 65,000', jpeg({ width: 65_000, height: 65_000 })],
  ['a WebP whose canvas is small and whose picture is not', webpFile(canvas(0, 1, 1), lossless(16_000, 16_000))],
  ['a GIF whose frame is larger than its screen', gif(gifImage(60_000, 60_000))],
])('%s has too many pixels', (_name, bytes) => {
  expect(cleanPicture(bytes)).toEqual({ refusal: 'picture_too_many_pixels' })
})

test('40 megapixels are accepted', () => {
  expect(cleanPicture(jpeg({ width: 8000, height: 5000 })).refusal).toBeNull()
  expect(cleanPicture(jpeg({ width: 8000, height: 5001 })).refusal).toBe('picture_too_many_pixels')
})

test.each([
  ['JPEG', jpegWithMetadata().subarray(0, -30)],
  ['PNG', pngWithMetadata()],
  ['WebP', webpWithMetadata()],
  ['GIF', gifWithMetadata()],
])('a truncated %s is refused, wherever it is cut', (_name, bytes) => {
  for (let length = 12; length < bytes.length; length += 1)
    expect(cleanPicture(bytes.subarray(0, length)).refusal, `${length} of ${bytes.length}`).toBe('picture_damaged')
})

test.each([
  ['a PNG whose checksum is wrong', createPng().with(20, 9)],
  ['a PNG without a header first', concatBytes('\x89PNG\r\n\x1a\n', chunk('IDAT', 'x'), chunk('IEND', ''))],
  ['a PNG of no width', createPng({ width: 0 })],
  ['a JPEG of no height', jpeg({ height: 0 })],
  ['a JPEG without a picture', concatBytes('\xff\xd8', '\xff\xd9')],
  ['a WebP without a picture', webpFile(canvas(0, 6, 4))],
  ['a GIF without a picture', gif()],
  ['a GIF with an unknown block', gif('?')],
])('%s is damaged', (_name, bytes) => {
  expect(cleanPicture(bytes)).toEqual({ refusal: 'picture_damaged' })
})
