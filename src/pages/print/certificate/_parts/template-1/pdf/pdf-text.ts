import type { Color, PDFFont, PDFPage } from '@cantoo/pdf-lib'

/** A typeface in the files that it comes in: basic Latin, and the letters of other Latin alphabets. */
export interface Typeface {
  fonts: readonly { font: PDFFont; characters: ReadonlySet<number> }[]
}

interface TextStyle {
  face: Typeface
  size: number
  color: Color
}

interface Run {
  font: PDFFont
  text: string
}

const findFont = ({ fonts }: Typeface, letter: string) =>
  fonts.find(({ characters }) => characters.has(letter.codePointAt(0) ?? 0))?.font

/**
 * Splits a text into runs of one font. A letter that no file has is written without its accents, or as a question mark.
 */
function splitIntoRuns(face: Typeface, text: string): Run[] {
  const runs: Run[] = []
  for (const letter of text.normalize('NFC')) {
    const plain = letter.normalize('NFD').charAt(0)
    const written = [letter, plain, '?'].find((one) => findFont(face, one)) ?? '?'
    const font = findFont(face, written) ?? face.fonts[0]?.font
    const last = runs.at(-1)
    if (!font) continue
    if (last?.font === font) last.text += written
    else runs.push({ font, text: written })
  }
  return runs
}

const measure = ({ face, size }: TextStyle, text: string): number =>
  splitIntoRuns(face, text).reduce((sum, { font, text: part }) => sum + font.widthOfTextAtSize(part, size), 0)

/**
 * Breaks a text into lines of at most `width` points, between words; a longer word has a line of its own. Line breaks
 * in the text count as spaces. No lines for a blank text.
 */
export function wrapText(style: TextStyle, text: string, width: number): string[] {
  const space = measure(style, ' ')
  const lines: { words: string[]; width: number }[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const [last, wordWidth] = [lines.at(-1), measure(style, word)]
    if (last && last.width + space + wordWidth <= width) {
      last.words.push(word)
      last.width += space + wordWidth
    } else lines.push({ words: [word], width: wordWidth })
  }
  return lines.map(({ words }) => words.join(' '))
}

/**
 * Draws one line of text with its middle at `x` and its baseline at `y`, in points from the page's lower left corner.
 * It neither shrinks nor breaks text that is too wide. A space behind it keeps its last word and the first of the next
 * line apart for screen readers.
 */
export function drawCentered(page: PDFPage, style: TextStyle, text: string, at: { x: number; y: number }): void {
  let x = at.x - measure(style, text) / 2
  for (const { font, text: part } of splitIntoRuns(style.face, `${text} `)) {
    page.drawText(part, { x, y: at.y, font, size: style.size, color: style.color })
    x += font.widthOfTextAtSize(part, style.size)
  }
}
