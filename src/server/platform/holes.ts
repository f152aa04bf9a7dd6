/**
 * Markup with holes in it, made once and filled for each reader. The mark of a hole is letters and digits alone, which no
 * escaping changes, and begins with chance, so that nobody can have written it.
 */
let chance = ''

// Not before the first request: an isolate may roll no dice while it starts.
function mark(): string {
  chance ||= `hole${crypto.randomUUID().replaceAll('-', '')}n`
  return chance
}

/** Stands in a text or an attribute until the hole is filled. */
export const hole = (number: number): string => `${mark()}${number}n`

/** The markup with these contents, which are markup themselves, in its holes. */
export function filled(markup: string, contents: readonly string[]): string {
  if (contents.length === 0) return markup
  // Every other piece is the number that the parentheses have found.
  const pieces = markup.split(new RegExp(`${mark()}(\\d+)n`))
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : (contents[Number(piece)] ?? ''))).join('')
}

/** Text as it stands in markup, between tags or in an attribute. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&#34;')
