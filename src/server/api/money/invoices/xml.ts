/** An element as text, with its indentation relative to its parent. */
export interface Element {
  lines: string[]
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/**
 * Removes the characters that XML 1.0 does not allow and the space around the text, and replaces lone surrogates.
 * Escapes nothing.
 */
export const toXmlText = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML does not have
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .trim()

/** Escapes a text for XML and removes the characters that XML 1.0 does not have. */
const escapeXml = (text: string): string =>
  toXmlText(text).replace(/[&<>"']/g, (character) => entities[character] ?? character)

/**
 * Formats attributes for a start tag, each after a space, in the order given, with their values escaped; an empty text
 * without any.
 */
export const attributes = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')

/**
 * Returns an XML element with a text, which is escaped here, or with children; null, undefined and empty children are
 * left out. `startTagEnd` is the text of `attributes`.
 *
 * @throws Error when it would be empty, because Peppol refuses a document with an empty element.
 */
export function element(
  name: string,
  content: string | readonly (Element | null | '' | undefined)[],
  startTagEnd = '',
): Element {
  const text = typeof content === 'string' ? escapeXml(content) : ''
  const children =
    typeof content === 'string' ? [] : content.filter((child) => child !== null && child !== undefined && child !== '')
  if (text === '' && children.length === 0) throw new Error(`the XML element ${name} is empty`)
  if (text !== '') return { lines: [`<${name}${startTagEnd}>${text}</${name}>`] }
  return {
    lines: [
      `<${name}${startTagEnd}>`,
      ...children.flatMap(({ lines }) => lines.map((line) => `  ${line}`)),
      `</${name}>`,
    ],
  }
}

/** Formats a root element as an XML document in UTF-8. */
export const formatDocument = ({ lines }: Element): string =>
  ['<?xml version="1.0" encoding="UTF-8"?>', ...lines, ''].join('\n')
