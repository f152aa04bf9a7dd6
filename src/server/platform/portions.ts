/** A parameter and a row hold 2 MB; some room is left for how SQLite writes them. */
const bytesAtOnce = 500_000

/** Parts of a list, each of which is one parameter. */
export function portionsOf(values: readonly unknown[]): string[] {
  const portions: string[][] = [[]]
  let bytes = 0
  for (const text of values.map((value) => JSON.stringify(value))) {
    const last = portions.at(-1)
    if (!last || (bytes > 0 && bytes + text.length > bytesAtOnce)) {
      portions.push([text])
      bytes = text.length
    } else {
      last.push(text)
      bytes += text.length
    }
  }
  return portions.filter((texts) => texts.length > 0).map((texts) => `[${texts.join(',')}]`)
}
