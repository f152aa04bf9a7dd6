import type { RefusalCode } from '#api/refusals.ts'
import { type PictureType, pictureTypeOf } from '../rules.ts'
import { type CleanPicture, DamagedPicture } from './bytes.ts'
import { cleanGif } from './gif.ts'
import { cleanJpeg } from './jpeg.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

/** Above this a browser on a phone gives up, and a few kilobytes may unpack to gigabytes. */
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
 * Removes what a picture tells beside itself: EXIF with places, XMP, IPTC, comments, and anything behind its end. Colour profiles
 * stay, and so does the orientation, so that the picture still stands upright. The drawing itself is not touched.
 */
export function cleanPicture(bytes: Uint8Array): JudgedPicture {
  const contentType = pictureTypeOf(bytes)
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
