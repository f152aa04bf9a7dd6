import { assertPicture, type CleanPicture, type Extent, joinBytes, readNumber, sliceBytes, toAscii } from './bytes.ts'

const HEADER_BYTES = 13
const DESCRIPTOR_BYTES = 10
const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff
/** How often the frames are shown; every other application's data may be XMP. */
const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

const colourBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Where a chain of sub-blocks ends: behind the one of length zero. */
function endOfBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  for (let length = readNumber(bytes, at, 1); length > 0; length = readNumber(bytes, at, 1)) at += length + 1
  return at + 1
}

function isKept(bytes: Uint8Array, at: number): boolean {
  const label = readNumber(bytes, at + 1, 1)
  if (label === GRAPHIC_CONTROL) return true
  return label === APPLICATION && readNumber(bytes, at + 2, 1) === 11 && loops.has(toAscii(bytes, at + 3, at + 14))
}

function imageAt(bytes: Uint8Array, at: number): { end: number; extent: Extent } {
  const [left, top, width, height] = [1, 3, 5, 7].map((place) => readNumber(bytes, at + place, 2, true))
  const data = at + DESCRIPTOR_BYTES + colourBytes(readNumber(bytes, at + 9, 1))
  const extent = { width: (left ?? 0) + (width ?? 0), height: (top ?? 0) + (height ?? 0) }
  return { end: endOfBlocks(bytes, data + 1), extent }
}

/**
 * Copies a GIF without comments, text and the data of applications except the number of repetitions, and without
 * anything behind its end. The returned width and height are the largest of the screen and every frame.
 *
 * @throws DamagedPicture for a broken container, or without a frame or a size.
 */
export function cleanGif(bytes: Uint8Array): CleanPicture {
  let at = HEADER_BYTES + colourBytes(readNumber(bytes, 10, 1))
  const parts = [sliceBytes(bytes, 0, at)]
  const extents: Extent[] = [{ width: readNumber(bytes, 6, 2, true), height: readNumber(bytes, 8, 2, true) }]
  for (let kind = readNumber(bytes, at, 1); kind !== TRAILER; kind = readNumber(bytes, at, 1)) {
    assertPicture(kind === EXTENSION || kind === IMAGE, 'an unknown block')
    const image = kind === IMAGE ? imageAt(bytes, at) : null
    const end = image?.end ?? endOfBlocks(bytes, at + 2)
    if (image) extents.push(image.extent)
    if (image || isKept(bytes, at)) parts.push(sliceBytes(bytes, at, end))
    at = end
  }
  assertPicture(extents.length > 1, 'no picture')
  const [width, height] = (['width', 'height'] as const).map((side) => Math.max(...extents.map((one) => one[side])))
  assertPicture(Boolean(width && height), 'no size')
  return { bytes: joinBytes([...parts, Uint8Array.of(TRAILER)]), width: width ?? 0, height: height ?? 0 }
}
