import { expect, test, vi } from 'vitest'
import { encodePicture, type PictureEncoding } from './encode-picture.ts'

const blobOf = (kilobytes: number, type: string) => new Blob([new Uint8Array(kilobytes * 1024)], { type })

test('a small picture is encoded once', async () => {
  const encode = vi.fn(async ({ type }: PictureEncoding) => blobOf(90, type))
  expect((await encodePicture(encode))?.type).toBe('image/webp')
  expect(encode).toHaveBeenCalledTimes(1)
})

test('a large picture is encoded again with lower quality', async () => {
  const blob = await encodePicture(async ({ type, quality }) => blobOf(quality > 0.8 ? 260 : 150, type))
  expect(blob?.size).toBe(150 * 1024)
})

test('a browser without WebP sends a photograph as JPEG and not as a large PNG', async () => {
  const blob = await encodePicture(async ({ type }) =>
    type === 'image/webp' ? blobOf(2000, 'image/png') : blobOf(220, type),
  )
  expect(blob?.type).toBe('image/jpeg')
})

test('a picture that cannot be encoded gives null', async () => {
  expect(await encodePicture(async () => null)).toBeNull()
})
