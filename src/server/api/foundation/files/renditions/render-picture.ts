import { readPixelColor } from './pixel-color.ts'
import { renditionType } from './rules.ts'

const quality = 80

async function transform(images: ImagesBinding, bytes: Uint8Array<ArrayBuffer>, to: ImageTransform, format: Format) {
  const result = await images
    .input(new Blob([bytes]).stream())
    .transform(to)
    .output({ format, quality, anim: false })
  return new Uint8Array(await result.response().arrayBuffer())
}

type Format = ImageOutputOptions['format']

/**
 * Returns the bytes of a picture as a WebP of at most the given width in pixels, in its own proportions and without
 * movement. A smaller picture is not enlarged. Rejects when the image service fails.
 */
export const renderWidth = (images: ImagesBinding, bytes: Uint8Array<ArrayBuffer>, width: number) =>
  transform(images, bytes, { width, fit: 'scale-down' }, renditionType)

/**
 * Returns the average colour of a picture, `#rrggbb`; null when it is mostly transparent. Rejects when the service
 * fails.
 */
export const readAverageColor = async (images: ImagesBinding, bytes: Uint8Array<ArrayBuffer>) =>
  readPixelColor(await transform(images, bytes, { width: 1, height: 1, fit: 'squeeze' }, 'image/png'))
