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

/** `bytes a-b/size`, or null for a range that begins where there is nothing. */
export function contentRangeOf(range: ByteRange, size: number): string | null {
  const first = 'suffix' in range ? Math.max(0, size - range.suffix) : range.offset
  const end = 'suffix' in range || range.length === undefined ? size : Math.min(size, first + range.length)
  return first < end ? `bytes ${first}-${end - 1}/${size}` : null
}
