import {
  assertPicture,
  type CleanPicture,
  type Extent,
  joinBytes,
  readNumber,
  sliceBytes,
  toAscii,
  toBytes,
} from './bytes.ts'
import { parseOrientation, toExif } from './orientation.ts'

const HEADER_BYTES = 12
const FRAME_HEADER_BYTES = 16
const EXIF_FLAG = 0x08
const XMP_FLAG = 0x04

interface Chunk {
  name: string
  data: Uint8Array
}

const even = (length: number) => length + (length % 2)

function chunksIn(bytes: Uint8Array, from: number): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = from; at < bytes.length; ) {
    const length = readNumber(bytes, at + 4, 4, true)
    chunks.push({ name: toAscii(bytes, at, at + 4), data: sliceBytes(bytes, at + 8, at + 8 + length) })
    at += 8 + even(length)
  }
  return chunks
}

function chunk({ name, data }: Chunk): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(8 + even(data.length))
  whole.set(toBytes(name))
  new DataView(whole.buffer).setUint32(4, data.length, true)
  whole.set(data, 8)
  return whole
}

/** The size that a bitstream states: lossy with 14 bits each in its key frame, lossless packed into 28 bits. */
function bitstreamExtent({ name, data }: Chunk): Extent {
  if (name === 'VP8 ') {
    assertPicture(toAscii(data, 3, 6) === '\x9d\x01\x2a', 'no key frame')
    return { width: readNumber(data, 6, 2, true) & 0x3fff, height: readNumber(data, 8, 2, true) & 0x3fff }
  }
  assertPicture(readNumber(data, 0, 1) === 0x2f, 'no lossless picture')
  const packed = readNumber(data, 1, 4, true)
  return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
}

const isBitstream = ({ name }: Chunk) => name === 'VP8 ' || name === 'VP8L'
const isDrawing = (one: Chunk) => isBitstream(one) || one.name === 'ALPH'

interface Cleaning {
  extents: Extent[]
  orientation: number
}

function frame({ name, data }: Chunk, cleaning: Cleaning): Chunk {
  const inner = chunksIn(data, FRAME_HEADER_BYTES).filter(isDrawing)
  cleaning.extents.push(...inner.filter(isBitstream).map(bitstreamExtent))
  return { name, data: joinBytes([sliceBytes(data, 0, FRAME_HEADER_BYTES), ...inner.map(chunk)]) }
}

function canvas({ name, data }: Chunk, cleaning: Cleaning): Chunk {
  cleaning.extents.push({ width: readNumber(data, 4, 3, true) + 1, height: readNumber(data, 7, 3, true) + 1 })
  const own = data.slice()
  own[0] = readNumber(data, 0, 1) & ~XMP_FLAG & ~EXIF_FLAG
  if (cleaning.orientation !== 1) own[0] |= EXIF_FLAG
  return { name, data: own }
}

function cleanChunk(one: Chunk, cleaning: Cleaning): Chunk | null {
  if (isBitstream(one)) cleaning.extents.push(bitstreamExtent(one))
  if (isDrawing(one) || one.name === 'ICCP' || one.name === 'ANIM') return one
  if (one.name === 'VP8X') return canvas(one, cleaning)
  return one.name === 'ANMF' ? frame(one, cleaning) : null
}

const exifMark = toBytes('Exif\0\0')

function orientationIn(chunks: readonly Chunk[]): number {
  const data = chunks.find(({ name }) => name === 'EXIF')?.data
  if (!data) return 1
  // Some writers put JPEG's mark before the TIFF header.
  const isMarked = exifMark.every((byte, at) => data[at] === byte)
  return parseOrientation(isMarked ? data.subarray(exifMark.length) : data)
}

/**
 * Copies a WebP without XMP, unknown chunks and all of EXIF but the orientation, and without anything behind its end.
 * Colour profiles remain. The returned width and height are the largest of the canvas and the frames.
 *
 * @throws DamagedPicture for a broken container, or without a frame or a size.
 */
export function cleanWebp(bytes: Uint8Array): CleanPicture {
  const chunks = chunksIn(sliceBytes(bytes, 0, 8 + readNumber(bytes, 4, 4, true)), HEADER_BYTES)
  const isExtended = chunks[0]?.name === 'VP8X'
  const cleaning: Cleaning = { extents: [], orientation: isExtended ? orientationIn(chunks) : 1 }
  const parts = chunks.flatMap((one) => cleanChunk(one, cleaning) ?? []).map(chunk)
  assertPicture(cleaning.extents.length > (isExtended ? 1 : 0), 'no picture')
  if (cleaning.orientation !== 1) parts.push(chunk({ name: 'EXIF', data: toExif(cleaning.orientation) }))
  const width = Math.max(...cleaning.extents.map((extent) => extent.width))
  const height = Math.max(...cleaning.extents.map((extent) => extent.height))
  assertPicture(width > 0 && height > 0, 'no size')
  return { bytes: chunk({ name: 'RIFF', data: joinBytes([toBytes('WEBP'), ...parts]) }), width, height }
}
