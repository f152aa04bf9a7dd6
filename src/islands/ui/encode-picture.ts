/** An encoding of a picture, as `canvas.toBlob` takes it. */
export interface PictureEncoding {
  type: 'image/webp' | 'image/jpeg'
  quality: number
}

/** Best first. A browser that cannot write WebP gives PNG instead, which is large for a photograph: hence JPEG. */
const encodings: readonly PictureEncoding[] = [
  { type: 'image/webp', quality: 0.85 },
  { type: 'image/webp', quality: 0.7 },
  { type: 'image/jpeg', quality: 0.8 },
]

const maxBytes = 200 * 1024

/**
 * Encodes a picture by `encode`, in WebP of falling quality and then JPEG, until one result has at most 200 KiB.
 *
 * Returns the smallest when all are larger; null when `encode` gives null each time. Rejects when `encode` does. The
 * `type` of the blob is its real one: a browser that cannot write WebP gives PNG.
 */
export async function encodePicture(encode: (encoding: PictureEncoding) => Promise<Blob | null>): Promise<Blob | null> {
  let smallest: Blob | null = null
  for (const encoding of encodings) {
    const blob = await encode(encoding)
    if (blob && (!smallest || blob.size < smallest.size)) smallest = blob
    if (smallest && smallest.size <= maxBytes) return smallest
  }
  return smallest
}
