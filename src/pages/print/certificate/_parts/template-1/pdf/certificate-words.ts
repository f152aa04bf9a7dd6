import type { PDFPage } from '@cantoo/pdf-lib'
import { contentLanguage } from '#locales/content-language.ts'
import type { CertificateDrawing } from './certificate-drawing.ts'
import { mm, muted, sheet } from './certificate-sheet.ts'
import { htmlToLines } from './html-lines.ts'
import { addElement, type StructureElement, tagContent } from './pdf-structure.ts'
import { drawCentered, wrapText } from './pdf-text.ts'

const sizes = [10.5, 9.5, 8.5, 7.5]
const leading = 1.45
const middle = sheet.width / 2

interface Paragraph {
  role: 'H2' | 'P' | 'LI'
  text: string
  /** Language of organisers’ texts; the rest is in the language of the certificate. */
  language?: string
}

/** Returns the words of the certificate: its own text, or else what the education consists of. */
function wordsOf({ certificate, t }: CertificateDrawing): Paragraph[] {
  const { certificateText, parts } = certificate
  const language = contentLanguage
  if (certificateText)
    return htmlToLines(certificateText).map((text) => ({ role: text.startsWith('• ') ? 'LI' : 'P', text, language }))
  if (parts.length === 0) return []
  const titles = parts.map(({ title }) => title).join(' · ')
  return [
    { role: 'H2', text: t('contents') },
    { role: 'P', text: titles, language },
  ]
}

/** Adds an element for each paragraph; list items that follow each other share a list. */
function addElements({ structure }: CertificateDrawing, paragraphs: readonly Paragraph[]): StructureElement[] {
  let list: StructureElement | null = null
  return paragraphs.map(({ role, language }) => {
    const options = language ? { language } : {}
    if (role !== 'LI') list = null
    else list ??= addElement(structure, structure.document, 'L')
    if (list === null) return addElement(structure, structure.document, role, options)
    return addElement(structure, addElement(structure, list, 'LI'), 'LBody', options)
  })
}

/**
 * Draws the certificate's own text, or else the titles of the parts, between `top` and `footerTop`, in points from the
 * page's lower edge. The lines are centred and at most 130 mm long, in the largest size that fits. A longer text is
 * drawn in 7.5 points, and its rest on further sheets, which `addSheet` adds and returns. Nothing is drawn without
 * either.
 */
export function drawWords(
  scene: CertificateDrawing,
  { top, footerTop }: { top: number; footerTop: number },
  addSheet: () => PDFPage,
): void {
  const paragraphs = wordsOf(scene)
  const elements = addElements(scene, paragraphs)
  const styleOf = (size: number) => ({ face: scene.faces.plain, size, color: muted })
  const linesOf = (size: number) =>
    paragraphs.flatMap(({ text }, at) =>
      wrapText(styleOf(size), text, 130 * mm).map((line) => ({ line, element: elements[at] })),
    )
  const height = (size: number) => linesOf(size).length * size * leading
  const size = sizes.find((one) => height(one) <= top - footerTop) ?? 7.5
  let [page, y, bottom] = [scene.page, top, footerTop]
  for (const { line, element } of linesOf(size)) {
    if (!element) continue
    if (y < bottom) {
      page = addSheet()
      y = sheet.height - sheet.margin - 40 * mm
      bottom = sheet.margin + 40 * mm
    }
    const at = { x: middle, y }
    tagContent(scene.structure, element, page, () => drawCentered(page, styleOf(size), line, at))
    y -= size * leading
  }
}
