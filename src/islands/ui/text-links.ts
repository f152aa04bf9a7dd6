/** A piece of plain text; with `href` it is a link. */
export interface TextPart {
  /** Where it begins in the whole text. */
  start: number
  text: string
  href?: string
}

/** A URL with the punctuation after it. */
const candidate = /https?:\/\/[^\s<>"]+/g

/** Whether the last character ends the sentence around the URL. A bracket is the own one of a URL that opened it. */
const isAround = (url: string): boolean =>
  url.endsWith(')') ? url.split('(').length < url.split(')').length : /[.,:;!?\]]$/.test(url)

function toUrl(text: string): string {
  let url = text
  while (isAround(url)) url = url.slice(0, -1)
  return url
}

/**
 * Splits plain text into pieces of text and URLs, in order, each with the index at which it begins (`start`); empty for
 * an empty text. A piece that is a URL has it whole as `href`. A URL begins with `http://` or `https://`, which its
 * `text` leaves out; `www.` alone is text. Punctuation at the end of a URL is text, and so is a bracket that it did not
 * open.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(candidate)) {
    const href = toUrl(match[0])
    if (!URL.canParse(href)) continue
    if (match.index > end) parts.push({ start: end, text: text.slice(end, match.index) })
    parts.push({ start: match.index, text: href.replace(/^https?:\/\//, ''), href })
    end = match.index + href.length
  }
  if (end < text.length) parts.push({ start: end, text: text.slice(end) })
  return parts
}
