/** Without what a mail or a sheet puts around it. */
const addressIn = (part: string) =>
  /<([^<>\s]+@[^<>\s]+)>/.exec(part)?.[1] ??
  part
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()

/** What one line says of whom it means; beside an address a name is only for the reader. */
function partsOf(line: string): string[] {
  const parts = line.split(/[,;\t]+/).map(addressIn)
  return parts.some((part) => part.includes('@'))
    ? parts.filter((part) => part.includes('@') || !/\s/.test(part))
    : parts
}

/** What is meant by a list copied from a mail, a sheet or a message: one person each, said once. */
export function linesOf(text: string): string[] {
  const seen = new Set<string>()
  return text
    .split(/[\n\r]+/)
    .flatMap(partsOf)
    .filter((part) => {
      const key = part.toLowerCase()
      if (part === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
}
