/** Bytes that can be read anywhere: a stored object behind range requests, or a buffer in a test. */
export interface RangeSource {
  readonly size: number
  /** Exactly these bytes; the caller stays within the size. */
  read(offset: number, length: number): Promise<Uint8Array>
}

export const bytesSource = (bytes: Uint8Array): RangeSource => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
})

/** Answers many small neighbouring reads from one large one: a request costs more than the bytes it brings. */
export function windowed(source: RangeSource, windowBytes: number): RangeSource {
  let start = 0
  let held: Uint8Array = new Uint8Array(0)
  return {
    size: source.size,
    async read(offset, length) {
      if (length > windowBytes) return source.read(offset, length)
      if (offset < start || offset + length > start + held.length) {
        held = await source.read(offset, Math.min(windowBytes, source.size - offset))
        start = offset
      }
      return held.subarray(offset - start, offset - start + length)
    },
  }
}
