import { crc32, deflateSync } from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>

const latin = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

export const concatBytes = (...parts: readonly (Uint8Array | string)[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => [...(typeof part === 'string' ? latin(part) : part)]))

const number = (value: number, bytes: 2 | 3 | 4, isLittleEndian = false) => {
  const digits = Array.from({ length: bytes }, (_, at) => (value >>> (8 * (bytes - 1 - at))) & 0xff)
  return Uint8Array.from(isLittleEndian ? digits.reverse() : digits)
}

/** Metadata that must never appear in a served picture. */
const secret = 'GPS 59.3293 18.0686'

/** Returns EXIF data as a camera writes them: orientation and position. */
export function createExif(orientation: number, isLittleEndian = true): Bytes {
  const n = (value: number, bytes: 2 | 4) => number(value, bytes, isLittleEndian)
  const entry = (tag: number, type: number, count: number, value: Uint8Array) =>
    concatBytes(n(tag, 2), n(type, 2), n(count, 4), value)
  return concatBytes(
    isLittleEndian ? 'II' : 'MM',
    n(42, 2),
    n(8, 4),
    n(2, 2),
    entry(0x010e, 2, secret.length, n(38, 4)),
    entry(0x0112, 3, 1, concatBytes(n(orientation, 2), n(0, 2))),
    n(0, 4),
    secret,
  )
}

export function chunk(name: string, data: Uint8Array | string): Bytes {
  const body = concatBytes(name, data)
  return concatBytes(number(body.length - 4, 4), body, number(crc32(body), 4))
}

interface PngOptions {
  width?: number
  height?: number
  /** Chunks between the header and the image data. */
  extra?: readonly Uint8Array[]
}

const pngSignature = '\x89PNG\r\n\x1a\n'

/** Returns a PNG that a browser can show: grey, one byte a pixel. */
export function createPng({ width = 2, height = 2, extra = [] }: PngOptions = {}): Bytes {
  const header = concatBytes(number(width, 4), number(height, 4), Uint8Array.of(8, 0, 0, 0, 0))
  const drawn = width * height > 1000 ? new Uint8Array(10) : deflateSync(new Uint8Array((width + 1) * height))
  return concatBytes(pngSignature, chunk('IHDR', header), ...extra, chunk('IDAT', drawn), chunk('IEND', ''))
}

/** Returns a PNG in one colour, which an encoder can read. */
export function colorPng(width: number, height: number, rgb: readonly number[]): Bytes {
  const row = Uint8Array.from([0, ...Array.from({ length: width }, () => rgb).flat()])
  const rows = new Uint8Array(row.length * height)
  for (let at = 0; at < height; at += 1) rows.set(row, at * row.length)
  const header = concatBytes(number(width, 4), number(height, 4), Uint8Array.of(8, 2, 0, 0, 0))
  return concatBytes(pngSignature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', ''))
}

export const pngWithMetadata = () =>
  createPng({
    extra: [
      chunk('tEXt', `Comment\0${secret}`),
      chunk('eXIf', createExif(1)),
      chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${secret}`),
      chunk('tIME', 'abcdefg'),
      chunk('gAMA', number(45455, 4)),
    ],
  })

export const segment = (marker: number, body: Uint8Array | string) =>
  concatBytes(Uint8Array.of(0xff, marker), number(body.length + 2, 2), body)

const frame = (width: number, height: number) =>
  segment(0xc0, concatBytes(Uint8Array.of(8), number(height, 2), number(width, 2), Uint8Array.of(1, 1, 0x11, 0)))

interface JpegOptions {
  width?: number
  height?: number
  extra?: readonly Uint8Array[]
  behind?: string
}

/** Returns the container of a JPEG. As in real pictures, its coded data contain a stuffed byte and a restart marker. */
export const jpeg = ({ width = 6, height = 4, extra = [], behind = '' }: JpegOptions = {}): Bytes =>
  concatBytes(
    '\xff\xd8',
    segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
    ...extra,
    segment(0xdb, '\0'.repeat(65)),
    frame(width, height),
    segment(0xc4, '\0'.repeat(20)),
    segment(0xda, '\x01\x01\0\0\x3f\0'),
    'abc\xff\0def\xff\xd0ghi',
    '\xff\xd9',
    behind,
  )

export const jpegWithMetadata = (orientation = 6) =>
  jpeg({
    extra: [
      segment(0xe1, concatBytes('Exif\0\0', createExif(orientation))),
      segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`),
      segment(0xed, `Photoshop 3.0\0${secret}`),
      segment(0xe2, `MPF\0${secret}`),
      segment(0xe2, 'ICC_PROFILE\0\x01\x01colours'),
      segment(0xfe, secret),
    ],
    behind: secret,
  })

const riffChunk = (name: string, data: Uint8Array | string) =>
  concatBytes(name, number(data.length, 4, true), data, '\0'.repeat(data.length % 2))

export const webpFile = (...chunks: readonly Uint8Array[]) => riffChunk('RIFF', concatBytes('WEBP', ...chunks))

export const lossless = (width: number, height: number) =>
  riffChunk('VP8L', concatBytes('\x2f', number((width - 1) | ((height - 1) << 14), 4, true), 'xyz'))

export const canvas = (flags: number, width: number, height: number) =>
  riffChunk('VP8X', concatBytes(Uint8Array.of(flags, 0, 0, 0), number(width - 1, 3, true), number(height - 1, 3, true)))

export const webpWithMetadata = (orientation = 6) =>
  webpFile(
    canvas(0x0c, 6, 4),
    lossless(6, 4),
    riffChunk('EXIF', createExif(orientation)),
    riffChunk('XMP ', secret),
    riffChunk('note', secret),
  )

export const gif = (...blocks: readonly (Uint8Array | string)[]): Bytes =>
  concatBytes('GIF89a', number(3, 2, true), number(2, 2, true), '\0\0\0', ...blocks, ';')

export const gifImage = (width = 3, height = 2) =>
  concatBytes(',\0\0\0\0', number(width, 2, true), number(height, 2, true), '\0\x02\x02\x4c\x01\0')

export const gifWithMetadata = () =>
  gif(
    `!\xfe${String.fromCharCode(secret.length)}${secret}\0`,
    `!\xff\x0bXMP DataXMP${String.fromCharCode(secret.length)}${secret}\0`,
    '!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0',
    '!\xf9\x04\0\0\0\0\0',
    gifImage(),
  )

export const holdsSecret = (bytes: Uint8Array) => Buffer.from(bytes).includes(secret)
