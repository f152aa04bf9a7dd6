/**
 * Characters that a text pasted from a word processor or a web page may hold unseen: soft hyphens, zero-width spaces,
 * word joiners and byte order marks. Zero-width joiners stay, which emoji and some scripts need.
 */
const invisibleSpacing = /[\u00ad\u200b\u2060\ufeff]/gu

/** The line break within a paragraph of a word processor: vertical tab, form feed or line separator. */
const softLineBreak = /[\v\f\u2028]/gu

/**
 * Returns a text without invisible spacing, and with soft line breaks as ordinary ones. Texts of calls are cleaned when
 * they arrive; a stored text from before is cleaned to compare it with one.
 */
export const cleanText = (text: string): string => text.replace(invisibleSpacing, '').replace(softLineBreak, '\n')

const isPlainObject = (value: object) => Object.getPrototypeOf(value) === Object.prototype

/**
 * Returns a value with all its texts cleaned by `cleanText`. Bodies are no deeper than `readBody` allows.
 * Passwords stay as they were typed, and so do dates, files and other objects of a class.
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
