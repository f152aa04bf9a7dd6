/**
 * Highest number of characters of the values of one parameter. D1 allows 2 MB for a parameter and a row; the rest is a
 * margin.
 */
const maxBytes = 500_000

/**
 * Splits a list into JSON arrays of about 500,000 characters, each short enough for one bound parameter. The values
 * keep their order. No values give no array; a longer value stands alone.
 */
export function toJsonParameters(values: readonly unknown[]): string[] {
  const portions: string[][] = [[]]
  let bytes = 0
  for (const text of values.map((value) => JSON.stringify(value))) {
    const last = portions.at(-1)
    if (!last || (bytes > 0 && bytes + text.length > maxBytes)) {
      portions.push([text])
      bytes = text.length
    } else {
      last.push(text)
      bytes += text.length
    }
  }
  return portions.filter((texts) => texts.length > 0).map((texts) => `[${texts.join(',')}]`)
}
