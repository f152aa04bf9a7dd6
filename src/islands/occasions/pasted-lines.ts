/** Returns an e-mail address without the characters that mails and spreadsheets put around it. */
const cleanAddress = (part: string) =>
  /<([^<>\s]+@[^<>\s]+)>/.exec(part)?.[1] ??
  part
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .replace(/^\s*mailto:/i, '')
    .trim()

/** Returns the identifiers in one line; a name beside an e-mail address is dropped. */
function splitLine(line: string): string[] {
  const parts = line.split(/[,;\t]+/).map(cleanAddress)
  return parts.some((part) => part.includes('@'))
    ? parts.filter((part) => part.includes('@') || !/\s/.test(part))
    : parts
}

/** Invisible characters that chats and mails insert, and that would change an e-mail address. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g

/** Longest identifier that the call accepts; no e-mail address is longer. */
const maxLength = 200

/**
 * Lists the identifiers in a text copied from a mail, a spreadsheet or a message, in their order and without duplicates
 * in any case. Lines are split at commas, semicolons and tabs; beside an e-mail address on the line, parts with a space
 * in them (names) are dropped. Each is cut at 200 characters.
 */
export function parseLines(text: string): string[] {
  const seen = new Set<string>()
  return text
    .normalize('NFC')
    .replace(invisible, '')
    .split(/[\n\r]+/)
    .flatMap(splitLine)
    .map((part) => part.slice(0, maxLength))
    .filter((part) => {
      const key = part.toLowerCase()
      if (part === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
}
