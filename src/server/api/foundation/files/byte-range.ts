/** A range of bytes as R2 takes it. */
export type ByteRange = { offset: number; length?: number } | { suffix: number }

/**
 * Parses a `Range` header with one range of bytes: an offset with an optional length, or the number of last bytes as
 * `suffix`. Null without a header, for several ranges, a range that ends before it begins, or another syntax: the whole
 * file is sent (RFC 9110, 14.2).
 */
export function parseByteRange(header: string | null): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? []
  if (first === '') return last === '' ? null : { suffix: Number(last) }
  if (last === '') return { offset: Number(first) }
  const length = Number(last) - Number(first) + 1
  return length > 0 ? { offset: Number(first), length } : null
}

/**
 * Resolves a range against the size of a file in bytes to its first byte, from 0, and its length. It is cut at the end
 * of the file; null for one that begins behind the end or is empty.
 */
export function resolveByteRange(range: ByteRange, size: number): { first: number; length: number } | null {
  const first = 'suffix' in range ? Math.max(0, size - range.suffix) : range.offset
  const end = 'suffix' in range || range.length === undefined ? size : Math.min(size, first + range.length)
  return first < end ? { first, length: end - first } : null
}

/** Formats the `Content-Range` header of a slice, in bytes; `size` is that of the whole file. */
export const formatContentRange = ({ first, length }: { first: number; length: number }, size: number) =>
  `bytes ${first}-${first + length - 1}/${size}`
