import { expect, test } from 'vitest'
import { chooseRendition, isMoving, parseRenditionKey, toRenditionKey, widthsOf } from './rules.ts'

test.each([
  [4000, 'image/jpeg', [320, 640, 1280]],
  [1280, 'image/jpeg', [320, 640, 1280]],
  [1280, 'image/webp', [320, 640]],
  [700, 'image/png', [320, 640]],
  [200, 'image/png', []],
])('a picture %i pixels wide of type %s is rendered in %j', (width, contentType, widths) => {
  expect(widthsOf({ width, contentType })).toEqual(widths)
})

test('a WebP moves when its extended chunk says so', () => {
  const webp = (name: string, flags: number) =>
    Uint8Array.from([...Buffer.from(`RIFF0000WEBP${name}0000`), flags, 0, 0, 0])
  expect(isMoving(webp('VP8X', 0x12))).toBe(true)
  expect(isMoving(webp('VP8X', 0x10))).toBe(false)
  expect(isMoving(webp('VP8 ', 0x02))).toBe(false)
})

test('the narrowest rendition that is wide enough is served, or else the original', () => {
  expect(chooseRendition([640, 320], 320)).toBe(320)
  expect(chooseRendition([640], 320)).toBe(640)
  expect(chooseRendition([320, 640], 1280)).toBeNull()
  expect(chooseRendition([], 320)).toBeNull()
})

test('the key of a rendition names its original and its width', () => {
  expect(parseRenditionKey(toRenditionKey('pictures/a.b', 640))).toEqual({ key: 'pictures/a.b', width: 640 })
  expect(parseRenditionKey('pictures/a.webp')).toBeNull()
})
