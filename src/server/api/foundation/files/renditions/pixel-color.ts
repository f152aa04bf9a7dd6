import { inflateSync } from 'node:zlib'
import { joinBytes, readNumber, sliceBytes, toAscii } from '../pictures/bytes.ts'

const SIGNATURE_BYTES = 8
/** Around the data of a chunk: length, name, checksum. */
const FRAME_BYTES = 12

/** Colour types of PNG. */
const [grey, palette, greyWithAlpha, truecolorWithAlpha] = [0, 3, 4, 6]

function readChunks(png: Uint8Array): Map<string, Uint8Array> {
  const chunks = new Map<string, Uint8Array>()
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = readNumber(png, at, 4)
    const name = toAscii(png, at + 4, at + 8)
    const earlier = chunks.get(name) ?? new Uint8Array()
    chunks.set(name, joinBytes([earlier, sliceBytes(png, at + 8, at + 8 + length)]))
    at += length + FRAME_BYTES
  }
  return chunks
}

/** Returns the samples of the first pixel, from 0 to 255; a sample of 16 bits by its upper byte. */
function readSamples(row: Uint8Array, depth: number, type: number): number[] {
  if (depth < 8) {
    const value = readNumber(row, 1, 1) >> (8 - depth)
    return [type === palette ? value : Math.round((value * 255) / (2 ** depth - 1))]
  }
  const count = { [grey]: 1, [palette]: 1, [greyWithAlpha]: 2, [truecolorWithAlpha]: 4 }[type] ?? 3
  return Array.from({ length: count }, (_, at) => readNumber(row, 1 + (at * depth) / 8, 1))
}

/**
 * Returns the colour of the first pixel of a PNG, `#rrggbb`; null when the pixel is mostly transparent.
 *
 * Filters of PNG refer to earlier pixels, of which the first has none.
 *
 * @throws DamagedPicture for a PNG that is cut short.
 * @throws Error when its data cannot be inflated.
 */
export function readPixelColor(png: Uint8Array): string | null {
  const chunks = readChunks(png)
  const part = (name: string) => chunks.get(name) ?? new Uint8Array()
  const [depth, type] = [readNumber(part('IHDR'), 8, 1), readNumber(part('IHDR'), 9, 1)]
  const samples = readSamples(inflateSync(part('IDAT')), depth, type)
  const alpha = type === greyWithAlpha ? samples[1] : type === truecolorWithAlpha ? samples[3] : 255
  if (alpha === undefined || alpha < 128) return null
  const [first = 0, second = first, third = first] = samples
  const isGrey = type === grey || type === greyWithAlpha
  const indexed = () => sliceBytes(part('PLTE'), first * 3, first * 3 + 3)
  const rgb = type === palette ? indexed() : isGrey ? [first, first, first] : [first, second, third]
  return `#${Buffer.from(rgb).toString('hex')}`
}
