/** Control characters other than tabs and line breaks, and the two code points that XML and Unicode reserve. */
const controlCharacter = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u

/** Lists the paths of the texts within a value that hold control characters, `rows.0.title`; `body` for the value itself. */
export function findControlCharacters(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return controlCharacter.test(value) ? [path || 'body'] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => findControlCharacters(inner, path ? `${path}.${key}` : key))
}

/**
 * Characters that a text pasted from a word processor or a web page may hold unseen: soft hyphens, zero-width spaces,
 * word joiners and byte order marks. Zero-width joiners stay, which emoji and some scripts need.
 */
const invisibleSpacing = /[\u00ad\u200b\u2060\ufeff]/gu

/** The line break within a paragraph of a word processor: vertical tab, form feed or line separator. */
const softLineBreak = /[\v\f\u2028]/gu

const isPlainObject = (value: object) => Object.getPrototypeOf(value) === Object.prototype

/**
 * Returns a value with all its texts cleaned of invisible spacing, and with soft line breaks as ordinary ones.
 * Passwords stay as they were typed, and so do dates, files and other objects of a class.
 */
export function cleanPastedText(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(invisibleSpacing, '').replace(softLineBreak, '\n')
  if (Array.isArray(value)) return value.map(cleanPastedText)
  if (typeof value !== 'object' || value === null || !isPlainObject(value)) return value
  const cleaned = Object.entries(value).map(([key, inner]) => [
    key,
    /password/i.test(key) ? inner : cleanPastedText(inner),
  ])
  return Object.fromEntries(cleaned)
}
