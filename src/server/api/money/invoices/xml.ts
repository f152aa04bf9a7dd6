/** An element as text, with its indentation relative to its parent. */
export interface Element {
  lines: string[]
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes a text for XML and removes the characters that XML 1.0 does not have. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML does not have
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Formats attributes for a start tag, each after a space. */
export const attributes = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')

/** Returns an element with a text or with children; null, undefined and empty children are left out. */
export function element(
  name: string,
  content: string | readonly (Element | null | '' | undefined)[],
  startTagEnd = '',
): Element {
  if (typeof content === 'string') return { lines: [`<${name}${startTagEnd}>${escapeXml(content.trim())}</${name}>`] }
  const children = content.filter((child) => child !== null && child !== undefined && child !== '')
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
