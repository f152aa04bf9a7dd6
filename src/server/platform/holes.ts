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

/** Markup between its holes, and which hole stands before each piece but the first. */
interface Cut {
  first: string
  rest: readonly { hole: number; after: string }[]
}

function cutFrom(markup: string): Cut {
  // Every other piece is the number that the parentheses have found.
  const pieces = markup.split(new RegExp(`${mark()}(\\d+)n`))
  const rest = Array.from({ length: (pieces.length - 1) / 2 }, (_, at) => ({
    hole: Number(pieces[2 * at + 1]),
    after: pieces[2 * at + 2] ?? '',
  }))
  return { first: pieces[0] ?? '', rest }
}

const cutsAtMost = 2000
/** What is filled is remembered markup, again and again the same: it is looked through for its holes once. */
const cuts = new Map<string, Cut>()

function cutOf(markup: string): Cut {
  const cut = cuts.get(markup) ?? cutFrom(markup)
  if (cuts.size >= cutsAtMost && !cuts.has(markup)) cuts.clear()
  cuts.set(markup, cut)
  return cut
}

/** The markup with these contents, which are markup themselves, in its holes. */
export function filled(markup: string, contents: readonly string[]): string {
  if (contents.length === 0) return markup
  const { first, rest } = cutOf(markup)
  let whole = first
  for (const { hole: number, after } of rest) whole += (contents[number] ?? '') + after
  return whole
}

/** Text as it stands in markup, between tags or in an attribute. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&#34;')
