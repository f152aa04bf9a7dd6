/** Bytes with random access: an R2 object with range requests, or a buffer in a test. */
export interface RangeSource {
  readonly size: number
  /** Returns exactly these bytes; the caller stays within the size. */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** Returns a source of byte ranges that reads from a buffer, which it does not copy. */
export const createBytesSource = (bytes: Uint8Array): RangeSource => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
})

/**
 * Returns a source that answers small reads near each other from one read of `windowBytes`, because a request costs
 * more than its bytes.
 *
 * A window begins at the offset of the read that misses and ends at the latest with the source; only the latest one
 * is kept, so a read before it costs another request. A read of more than `windowBytes` goes to `source` directly.
 * Results are views of the window, which the caller must not change.
 */
export function createWindowedSource(source: RangeSource, windowBytes: number): RangeSource {
  let start = 0
  let loaded: Uint8Array = new Uint8Array(0)
  return {
    size: source.size,
    async read(offset, length) {
      if (length > windowBytes) return source.read(offset, length)
      if (offset < start || offset + length > start + loaded.length) {
        loaded = await source.read(offset, Math.min(windowBytes, source.size - offset))
        start = offset
      }
      return loaded.subarray(offset - start, offset - start + length)
    },
  }
}
