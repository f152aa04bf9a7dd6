/**
 * Characters that a text pasted from a word processor or a web page may hold unseen: soft hyphens, zero-width spaces,
 * word joiners and byte order marks. Zero-width joiners stay, which emoji and some scripts need.
 */
const invisibleSpacing = /[\u00ad\u200b\u2060\ufeff]/gu

/** The line break within a paragraph of a word processor: vertical tab, form feed, line or paragraph separator. */
const softLineBreak = /[\v\f\u2028\u2029]/gu

/**
 * Returns a text without soft hyphens, zero-width spaces, word joiners and byte order marks, and with the soft line
 * breaks of word processors as `\n`; nothing is trimmed. Texts of calls are cleaned when they arrive; a stored text
 * from before is cleaned to compare it with one.
 */
export const cleanText = (text: string): string => text.replace(invisibleSpacing, '').replace(softLineBreak, '\n')

/** Everything that ends a line: those of Unicode too, which a word processor leaves in a pasted text. */
const lineBreaks = /[\n\v\f\r\u0085\u2028\u2029]+/g

/** Returns a text as one line: line breaks become a space, several in a row only one, and the ends are trimmed. */
export const toLine = (text: string): string => text.replace(lineBreaks, ' ').trim()

const isPlainObject = (value: object) => Object.getPrototypeOf(value) === Object.prototype

/**
 * Returns a copy of a parsed body with all its texts cleaned by `cleanText`. Bodies are no deeper than `readBody`
 * allows. Values of keys with `password` in their name stay as they were typed, and so do dates, files and other
 * objects of a class.
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
