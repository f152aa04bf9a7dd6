import { crc32 } from 'node:zlib'
import { assertPicture, type CleanPicture, joinBytes, readNumber, sliceBytes, toAscii, toBytes } from './bytes.ts'
import { parseOrientation, toExif } from './orientation.ts'

const SIGNATURE_BYTES = 8
/** Around the data of a chunk: length, name, checksum. */
const FRAME_BYTES = 12

/** Chunks of image data, colours and animation; text, times, EXIF and private chunks are removed. */
const drawing = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT'.split(' '),
)

interface Chunk {
  name: string
  data: Uint8Array
  whole: Uint8Array
}

function chunkAt(bytes: Uint8Array, at: number): Chunk {
  const length = readNumber(bytes, at, 4)
  const whole = sliceBytes(bytes, at, at + length + FRAME_BYTES)
  const name = toAscii(whole, 4, 8)
  const isWhole = crc32(whole.subarray(4, length + 8)) === readNumber(whole, length + 8, 4)
  assertPicture(isWhole, `the checksum of ${name} is wrong`)
  return { name, data: whole.subarray(8, length + 8), whole }
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = joinBytes([toBytes(name), data])
  const frame = new Uint8Array(data.length + FRAME_BYTES)
  const view = new DataView(frame.buffer)
  view.setUint32(0, data.length)
  frame.set(body, 4)
  view.setUint32(body.length + 4, crc32(body))
  return frame
}

function cleanChunk({ name, data, whole }: Chunk): Uint8Array | null {
  if (drawing.has(name)) return whole
  if (name !== 'eXIf') return null
  const orientation = parseOrientation(data)
  return orientation === 1 ? null : chunk(name, toExif(orientation))
}

/**
 * Copies a PNG without text, XMP, times and all of EXIF but the orientation, and without anything behind its end. The
 * other chunks, such as colour profiles, are copied as they are.
 *
 * @throws DamagedPicture for a broken container, a wrong checksum, or without image data or a size.
 */
export function cleanPng(bytes: Uint8Array): CleanPicture {
  const parts = [sliceBytes(bytes, 0, SIGNATURE_BYTES)]
  const names = new Set<string>()
  let at = SIGNATURE_BYTES
  let header: Uint8Array | null = null
  while (!names.has('IEND')) {
    const found = chunkAt(bytes, at)
    at += found.whole.length
    assertPicture((found.name === 'IHDR') === (header === null), 'the header does not stand first, and once')
    header ??= found.data
    names.add(found.name)
    const part = cleanChunk(found)
    if (part) parts.push(part)
  }
  assertPicture(header !== null && header.length === 13 && names.has('IDAT'), 'no picture')
  const [width, height] = [readNumber(header, 0, 4), readNumber(header, 4, 4)]
  assertPicture(width > 0 && height > 0, 'no size')
  return { bytes: joinBytes(parts), width, height }
}
