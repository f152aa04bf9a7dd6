const [quote, backslash, comma, opening, closing, arrayStart, arrayEnd] = [...'"\\,{}[]'].map((c) => c.charCodeAt(0))
const byteOrderMark = 0xef

export interface SplitArray {
  /** The complete elements, as JSON text. */
  elements: string[]
  /** Number of bytes up to the end of the last complete element. */
  consumed: number
  /** True when the array has ended. */
  isOver: boolean
}

/** Returns the index after the object that begins at `from`; -1 when its end is not among the bytes. */
function findObjectEnd(bytes: Uint8Array, from: number): number {
  let depth = 0
  let isText = false
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isText) {
      if (byte === backslash) at++
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === opening) depth++
    else if (byte === closing && --depth === 0) return at + 1
  }
  return -1
}

/** Returns the index of the next byte that is no space, comma, array start or byte order mark. */
function skipBetween(bytes: Uint8Array, from: number): number {
  let at = bytes[from] === byteOrderMark ? from + 3 : from
  while (at < bytes.length && ((bytes[at] ?? 0) <= 32 || bytes[at] === comma || bytes[at] === arrayStart)) at++
  return at
}

/**
 * Splits the complete elements, as JSON texts, off a piece of a JSON array of objects. A long document can thereby be
 * read by byte ranges. `consumed` is the number of bytes that they take; `isOver` at the end of the array. The piece
 * begins at the start of the document or after an element. A parser of streams gives no position from which another run
 * could continue.
 *
 * @throws Error when the bytes are no array of objects.
 */
export function splitArray(bytes: Uint8Array): SplitArray {
  const decoder = new TextDecoder()
  const elements: string[] = []
  let consumed = 0
  for (;;) {
    const start = skipBetween(bytes, consumed)
    if (start >= bytes.length) return { elements, consumed, isOver: false }
    if (bytes[start] === arrayEnd) return { elements, consumed: start + 1, isOver: true }
    if (bytes[start] !== opening) throw new Error('the report of the register is no list of people')
    const end = findObjectEnd(bytes, start)
    if (end < 0) return { elements, consumed, isOver: false }
    elements.push(decoder.decode(bytes.subarray(start, end)))
    consumed = end
  }
}
