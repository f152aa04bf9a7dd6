/** Control characters other than tabs and line breaks, and the two code points that XML and Unicode reserve. */
const controlCharacter = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u

/** Lists the paths of the texts within a value that hold control characters, `rows.0.title`; `body` for the value itself. */
export function findControlCharacters(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return controlCharacter.test(value) ? [path || 'body'] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => findControlCharacters(inner, path ? `${path}.${key}` : key))
}
