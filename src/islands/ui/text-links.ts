/** A piece of plain text; with `href` it is a link. */
export interface TextPart {
  /** Where it begins in the whole text. */
  start: number
  text: string
  href?: string
}

/** A web address, without the full stop, comma or bracket that ends the sentence around it. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,:;!?)\]]/g

/**
 * Splits plain text into pieces of text and URLs, in order, each with the index at which it begins (`start`); empty for
 * an empty text. A piece that is a URL has it whole as `href`. A URL begins with `http://` or `https://`, which its
 * `text` leaves out; `www.` alone is text. Punctuation or a bracket at the end of a URL is text.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const [href] = match
    if (!URL.canParse(href)) continue
    if (match.index > end) parts.push({ start: end, text: text.slice(end, match.index) })
    parts.push({ start: match.index, text: href.replace(/^https?:\/\//, ''), href })
    end = match.index + href.length
  }
  if (end < text.length) parts.push({ start: end, text: text.slice(end) })
  return parts
}
