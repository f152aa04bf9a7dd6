/** Without what a mail or a sheet puts around it. */
const addressIn = (part: string) =>
  /<([^<>\s]+@[^<>\s]+)>/.exec(part)?.[1] ??
  part
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .replace(/^\s*mailto:/i, '')
    .trim()

/** What one line says of whom it means; beside an address a name is only for the reader. */
function partsOf(line: string): string[] {
  const parts = line.split(/[,;\t]+/).map(addressIn)
  return parts.some((part) => part.includes('@'))
    ? parts.filter((part) => part.includes('@') || !/\s/.test(part))
    : parts
}

/** Comes along from chats and mails, and makes an address another than it looks. */
const unseen = /[\u00ad\u200b-\u200f\u2060\ufeff]/g

/** As much of a line as the question takes; nobody's address is longer. */
const longest = 200

/** What is meant by a list copied from a mail, a sheet or a message: one person each, said once. */
export function linesOf(text: string): string[] {
  const seen = new Set<string>()
  return text
    .normalize('NFC')
    .replace(unseen, '')
    .split(/[\n\r]+/)
    .flatMap(partsOf)
    .map((part) => part.slice(0, longest))
    .filter((part) => {
      const key = part.toLowerCase()
      if (part === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
}
