import type { RefusalCode } from '#api/refusals.ts'
import { detectPictureType, type PictureType } from '../rules.ts'
import { type CleanPicture, DamagedPicture } from './bytes.ts'
import { cleanGif } from './gif.ts'
import { cleanJpeg } from './jpeg.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

/** Highest number of pixels: browsers on phones fail above it, and a few kilobytes may unpack to gigabytes. */
const maxPixels = 40_000_000

const cleaners: Record<PictureType, (bytes: Uint8Array) => CleanPicture> = {
  'image/gif': cleanGif,
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
}

type PictureRefusal = Extract<RefusalCode, 'picture_damaged' | 'picture_too_many_pixels' | 'unsupported_media_type'>

export type JudgedPicture = { refusal: PictureRefusal } | (CleanPicture & { refusal: null; contentType: PictureType })

/**
 * Returns a picture without metadata: EXIF with places, XMP, IPTC, comments, and bytes after the end. Colour profiles
 * and the orientation remain, and the image data is not changed. The type is that of the content, and width and height
 * are in pixels.
 *
 * Returns a refusal instead, without throwing it: `unsupported_media_type` for anything but GIF, JPEG, PNG and WebP,
 * `picture_damaged` for a broken container, `picture_too_many_pixels` above 40 million.
 */
export function cleanPicture(bytes: Uint8Array): JudgedPicture {
  const contentType = detectPictureType(bytes)
  if (!contentType) return { refusal: 'unsupported_media_type' }
  try {
    const picture = cleaners[contentType](bytes)
    if (picture.width * picture.height > maxPixels) return { refusal: 'picture_too_many_pixels' }
    return { ...picture, contentType, refusal: null }
  } catch (error) {
    if (error instanceof DamagedPicture) return { refusal: 'picture_damaged' }
    throw error
  }
}
