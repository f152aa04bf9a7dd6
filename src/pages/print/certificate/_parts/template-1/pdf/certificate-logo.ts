import type { PDFDocument, PDFImage, PDFPage } from '@cantoo/pdf-lib'
import { accentRoles } from '#islands/ui/accent.ts'
import { markPaths } from '#islands/ui/logo-look.ts'
import { mm, sheet, spark, toColor } from './certificate-sheet.ts'
import { addElement, type DocumentStructure, drawArtifact, tagContent } from './pdf-structure.ts'

/** Picture that a PDF can hold. */
export interface LogoFile {
  bytes: Uint8Array
  contentType: 'image/png' | 'image/jpeg'
}

/** The federation's logo; `mark` is the portal's own, which stands for one that is not chosen. Null for none. */
export type CertificateLogo = LogoFile | 'mark' | null

const box = { width: 100 * mm, height: 22 * mm }
const markSide = 40
const markOutline = 'M9 0H31A9 9 0 0 1 40 9V31A9 9 0 0 1 31 40H9A9 9 0 0 1 0 31V9A9 9 0 0 1 9 0Z'

/** Embeds a logo; null for a file that the library cannot read. */
async function embed(pdf: PDFDocument, { bytes, contentType }: LogoFile): Promise<PDFImage | null> {
  try {
    const image = await (contentType === 'image/png' ? pdf.embedPng(bytes) : pdf.embedJpg(bytes))
    // Decodes it here: an unreadable picture would otherwise fail the whole file when it is saved.
    await image.embed()
    return image
  } catch {
    return null
  }
}

/** Draws the portal's own mark, as the printed page has it. */
function drawMark(page: PDFPage, accentColor: string, x: number, top: number): void {
  const at = { x, y: top, scale: box.height / markSide, borderWidth: 0 }
  const onAccent = toColor(accentRoles(accentColor.slice(1), 'light')['on-accent'])
  page.drawSvgPath(markOutline, { ...at, color: toColor(accentColor) })
  for (const path of markPaths)
    page.drawSvgPath(path.d, { ...at, color: path.class === 'fill-spark' ? spark : onAccent })
}

interface LogoDrawing {
  logo: CertificateLogo
  accentColor: string
  /** Text alternative; without one the logo is decoration. */
  name: string
}

/**
 * Draws the logo in the middle of a page, with its upper edge at `top`, and returns its height, at most 22 mm. Both are
 * in points, `top` from the lower edge. The logo `mark` is the portal's own. Returns 0 when nothing is drawn: for null,
 * or for one that cannot be embedded. `name` describes it to screen readers; an empty one makes it decoration.
 */
export async function drawLogo(
  structure: DocumentStructure,
  page: PDFPage,
  { logo, accentColor, name }: LogoDrawing,
  top: number,
): Promise<number> {
  const image = logo && logo !== 'mark' ? await embed(structure.pdf, logo) : null
  if (!image && logo !== 'mark') return 0
  const size = image ? image.scaleToFit(box.width, box.height) : { width: box.height, height: box.height }
  const [x, y] = [(sheet.width - size.width) / 2, top - size.height]
  const draw = () => (image ? page.drawImage(image, { x, y, ...size }) : drawMark(page, accentColor, x, top))
  const options = { alternative: name, box: [x, y, x + size.width, top] } as const
  if (name) tagContent(structure, addElement(structure, structure.document, 'Figure', options), page, draw)
  else drawArtifact(page, draw)
  return size.height
}
