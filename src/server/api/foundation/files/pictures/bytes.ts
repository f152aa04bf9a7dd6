/** A picture whose container is cut short or contradicts itself. */
export class DamagedPicture extends Error {
  override readonly name = 'DamagedPicture'
}

/** A picture without metadata, and its size as its own headers state it. */
export interface CleanPicture {
  bytes: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

/** In pixels. */
export interface Extent {
  width: number
  height: number
}

/**
 * Checks a condition that a valid picture meets; does nothing when it is true.
 *
 * @throws DamagedPicture with the reason when the condition is false.
 */
export function assertPicture(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new DamagedPicture(reason)
}

/**
 * Returns the bytes from `from` up to `to`, exclusive, without copying.
 *
 * @throws DamagedPicture when `to` is behind the end of the picture or before `from`, or `from` is negative.
 */
export function sliceBytes(bytes: Uint8Array, from: number, to: number): Uint8Array {
  assertPicture(from >= 0 && from <= to && to <= bytes.length, 'cut short')
  return bytes.subarray(from, to)
}

/**
 * Returns the bytes from `from` up to `to`, exclusive, as text, one character a byte.
 *
 * @throws DamagedPicture when the picture ends before `to`.
 */
export const toAscii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...sliceBytes(bytes, from, to))

/**
 * Reads an unsigned number of `length` bytes from the offset `at`: the highest byte first, or the lowest with
 * `isLittleEndian`.
 *
 * @throws DamagedPicture when the picture ends before.
 */
export function readNumber(bytes: Uint8Array, at: number, length: 1 | 2 | 3 | 4, isLittleEndian = false): number {
  const digits = [...sliceBytes(bytes, at, at + length)]
  return (isLittleEndian ? digits.reverse() : digits).reduce((sum, digit) => sum * 256 + digit, 0)
}

/** Joins byte arrays in their order to a new one. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Returns the bytes of a text of characters below 256, one byte a character. */
export const toBytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
