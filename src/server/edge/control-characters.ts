import { cleanText } from '#api/pasted-text.ts'

/** Control characters other than tabs and line breaks, and the two code points that XML and Unicode reserve. */
const controlCharacter = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u

/**
 * Lists the paths, such as `rows.0.title`, of the texts within a value that contain control characters, in its order.
 *
 * The path of a value that is itself a text is `body`.
 */
export function findControlCharacters(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return controlCharacter.test(value) ? [path || 'body'] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => findControlCharacters(inner, path ? `${path}.${key}` : key))
}

const isPlainObject = (value: object) => Object.getPrototypeOf(value) === Object.prototype

/**
 * Returns a value with all its texts cleaned by `cleanText`. Bodies are no deeper than `readBody` allows.
 * Values whose key contains `password` stay as they were typed, and so do dates, files and other objects of a class.
 */
export function cleanPastedText(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanPastedText)
  if (typeof value !== 'object' || value === null || !isPlainObject(value)) return value
  const cleaned = Object.entries(value).map(([key, inner]) => [
    key,
    /password/i.test(key) ? inner : cleanPastedText(inner),
  ])
  return Object.fromEntries(cleaned)
}
