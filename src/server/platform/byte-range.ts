/** As the file store wants it. */
export type ByteRange = { offset: number; length?: number } | { suffix: number }

/** The one range that was asked for; several, and what is no range of bytes, are answered with the whole (RFC 9110, 14.2). */
export function byteRangeOf(header: string | null): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? []
  if (first === '') return last === '' ? null : { suffix: Number(last) }
  if (last === '') return { offset: Number(first) }
  const length = Number(last) - Number(first) + 1
  return length > 0 ? { offset: Number(first), length } : null
}

/** The bytes of a range in a file of this size, or null for one that begins where there is nothing. */
export function sliceOf(range: ByteRange, size: number): { first: number; length: number } | null {
  const first = 'suffix' in range ? Math.max(0, size - range.suffix) : range.offset
  const end = 'suffix' in range || range.length === undefined ? size : Math.min(size, first + range.length)
  return first < end ? { first, length: end - first } : null
}

/** How `Content-Range` tells a slice. */
export const contentRangeOf = ({ first, length }: { first: number; length: number }, size: number) =>
  `bytes ${first}-${first + length - 1}/${size}`
