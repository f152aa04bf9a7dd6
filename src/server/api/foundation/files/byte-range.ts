/** A range of bytes as R2 takes it. */
export type ByteRange = { offset: number; length?: number } | { suffix: number }

/**
 * Parses a `Range` header with one range. Null for several ranges or another syntax: the whole file is sent (RFC 9110,
 * 14.2).
 */
export function parseByteRange(header: string | null): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? []
  if (first === '') return last === '' ? null : { suffix: Number(last) }
  if (last === '') return { offset: Number(first) }
  const length = Number(last) - Number(first) + 1
  return length > 0 ? { offset: Number(first), length } : null
}

/**
 * Resolves a range against the size of a file in bytes, and cuts it at the end; null for one that begins behind the end
 * or is empty.
 */
export function resolveByteRange(range: ByteRange, size: number): { first: number; length: number } | null {
  const first = 'suffix' in range ? Math.max(0, size - range.suffix) : range.offset
  const end = 'suffix' in range || range.length === undefined ? size : Math.min(size, first + range.length)
  return first < end ? { first, length: end - first } : null
}

/** Formats the `Content-Range` header of a slice, in bytes; `size` is that of the whole file. */
export const formatContentRange = ({ first, length }: { first: number; length: number }, size: number) =>
  `bytes ${first}-${first + length - 1}/${size}`
