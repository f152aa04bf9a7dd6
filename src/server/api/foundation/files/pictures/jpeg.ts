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

const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const EXIF_MARK = 'Exif\0\0'
/** A JFIF header without its thumbnail. */
const JFIF_BYTES = 14

const beginsWith = (body: Uint8Array, mark: string) =>
  body.length >= mark.length && toAscii(body, 0, mark.length) === mark

/** Start of frame: the headers that name the size, for every way of coding. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef
/** Tables, frames and scans; comments, reserved and application segments are not. */
const isDrawing = (marker: number) => marker >= 0xc0 && marker <= 0xdf

const segment = (marker: number, body: Uint8Array): Uint8Array =>
  joinBytes([Uint8Array.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff), body])

/**
 * Returns the segment to keep: JFIF header, colour profile, Adobe's colour transform or orientation; null for others.
 */
function applicationSegment(marker: number, body: Uint8Array): Uint8Array | null {
  if (marker === 0xe0 && beginsWith(body, 'JFIF\0') && body.length >= JFIF_BYTES)
    return segment(marker, joinBytes([body.subarray(0, JFIF_BYTES - 2), Uint8Array.of(0, 0)]))
  if (marker === 0xe2 && beginsWith(body, 'ICC_PROFILE\0')) return segment(marker, body)
  if (marker === 0xee && beginsWith(body, 'Adobe')) return segment(marker, body)
  if (marker !== 0xe1 || !beginsWith(body, EXIF_MARK)) return null
  const orientation = parseOrientation(body.subarray(EXIF_MARK.length))
  return orientation === 1 ? null : segment(marker, joinBytes([toBytes(EXIF_MARK), toExif(orientation)]))
}

/** Where the coded data of a scan end: at the next marker that is neither a restart nor a stuffed byte. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = readNumber(bytes, at + 1, 1)
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

function markerAt(bytes: Uint8Array, from: number): { marker: number; at: number } {
  assertPicture(readNumber(bytes, from, 1) === 0xff, 'no marker')
  let at = from + 1
  while (readNumber(bytes, at, 1) === 0xff) at += 1
  return { marker: readNumber(bytes, at, 1), at: at + 1 }
}

const frameExtent = (body: Uint8Array): Extent => ({ height: readNumber(body, 1, 2), width: readNumber(body, 3, 2) })

interface Copy {
  parts: Uint8Array[]
  size: Extent
}

const larger = (one: Extent, other: Extent): Extent => ({
  width: Math.max(one.width, other.width),
  height: Math.max(one.height, other.height),
})

function copySegment(copy: Copy, marker: number, body: Uint8Array): void {
  if (isFrame(marker)) {
    const frame = frameExtent(body)
    assertPicture(frame.width > 0 && frame.height > 0, 'no size')
    copy.size = larger(copy.size, frame)
  }
  const part = isApplication(marker) ? applicationSegment(marker, body) : isDrawing(marker) && segment(marker, body)
  if (part) copy.parts.push(part)
}

/**
 * Copies a JPEG without XMP, IPTC, comments and all of EXIF but the orientation, and without anything behind its end.
 * Colour profiles and the image data are copied as they are; width and height are those of the frame, before the
 * orientation.
 *
 * @throws DamagedPicture for a broken container, or without image data.
 */
export function cleanJpeg(bytes: Uint8Array): CleanPicture {
  const copy: Copy = { parts: [Uint8Array.of(0xff, START)], size: { width: 0, height: 0 } }
  let hasScan = false
  for (let next = markerAt(bytes, 2); next.marker !== END; ) {
    const { marker, at } = next
    const end = at + readNumber(bytes, at, 2)
    copySegment(copy, marker, sliceBytes(bytes, at + 2, end))
    hasScan ||= marker === SCAN
    assertPicture(!hasScan || copy.size.width > 0, 'a scan before its frame')
    const behind = marker === SCAN ? endOfScan(bytes, end) : end
    copy.parts.push(sliceBytes(bytes, end, behind))
    next = markerAt(bytes, behind)
  }
  assertPicture(hasScan, 'no picture')
  return { bytes: joinBytes([...copy.parts, Uint8Array.of(0xff, END)]), ...copy.size }
}
