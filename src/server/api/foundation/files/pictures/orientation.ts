import { readNumber } from './bytes.ts'

const TIFF_HEADER = 8
const ENTRY_BYTES = 12
const ORIENTATION = 0x0112
const SHORT = 3

/** EXIF orientation, 1 to 8; 1 is upright. */
export type Orientation = number

function orientationIn(tiff: Uint8Array): Orientation {
  const isLittleEndian = tiff[0] === 0x49
  const first = readNumber(tiff, 4, 4, isLittleEndian)
  const entries = readNumber(tiff, first, 2, isLittleEndian)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = first + 2 + entry * ENTRY_BYTES
    const isOrientation = readNumber(tiff, at, 2, isLittleEndian) === ORIENTATION
    if (isOrientation && readNumber(tiff, at + 2, 2, isLittleEndian) === SHORT)
      return readNumber(tiff, at + 8, 2, isLittleEndian)
  }
  return 1
}

/**
 * Parses the orientation in EXIF data that begins with its TIFF header; from 1 to 8. Returns 1, upright, when it has
 * none or the data is invalid.
 */
export function parseOrientation(tiff: Uint8Array): Orientation {
  try {
    const found = orientationIn(tiff)
    return found >= 1 && found <= 8 ? found : 1
  } catch {
    return 1
  }
}

/** Returns EXIF data with the orientation only, from the TIFF header on: without the mark `Exif` of a JPEG segment. */
export function toExif(orientation: Orientation): Uint8Array<ArrayBuffer> {
  const tiff = new Uint8Array(TIFF_HEADER + 2 + ENTRY_BYTES + 4)
  const view = new DataView(tiff.buffer)
  tiff.set([0x4d, 0x4d, 0, 42, 0, 0, 0, TIFF_HEADER])
  view.setUint16(8, 1)
  view.setUint16(10, ORIENTATION)
  view.setUint16(12, SHORT)
  view.setUint32(14, 1)
  view.setUint16(18, orientation)
  return tiff
}
