import { PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import type { Certificate } from '#api/participation/certificates/contract.ts'
import { type Translate, translator } from '#locales/translate.ts'
import { listCertificateFacts, toCheckUrl } from '../certificate-facts.ts'
import { drawFrame, drawQrCode, ink, mm, muted, sheet, toColor } from './certificate-sheet.ts'
import { htmlToLines } from './html-lines.ts'
import { embedFaces, type Faces } from './pdf-faces.ts'
import { drawCentered, wrapText } from './pdf-text.ts'

/** Page of the PDF with what is drawn on it. */
interface CertificateDrawing {
  page: PDFPage
  faces: Faces
  certificate: Certificate
  accent: ReturnType<typeof toColor>
  t: Translate
}

const middle = sheet.width / 2
const textWidth = 145 * mm
/** The signatures and the code begin here. */
const footerTop = sheet.margin + 42 * mm
const wordSizes = [10.5, 9.5, 8.5, 7.5]
const leading = 1.45

type Style = Parameters<typeof drawCentered>[1]

/** Draws lines around the middle, downwards from a baseline, and returns the baseline of the next line. */
function drawLines(page: PDFPage, style: Style, lines: readonly string[], y: number): number {
  let at = y
  for (const text of lines) {
    drawCentered(page, style, text, { x: middle, y: at })
    at -= style.size * 1.2
  }
  return at
}

function drawStatement({ page, faces, certificate, accent, t }: CertificateDrawing): number {
  const { plain, strong } = faces
  const wrapped = (style: Style, text: string, y: number) => drawLines(page, style, wrapText(style, text, textWidth), y)
  const small = { face: plain, size: 12.5, color: ink }
  let y = sheet.height - sheet.margin - 24 * mm
  y = wrapped({ face: strong, size: 12, color: muted }, certificate.federation, y) - 9 * mm
  y = wrapped({ face: strong, size: 42, color: ink }, t('certificate'), y) + 2 * mm
  y = wrapped(small, t('certifies'), y) - 5.5 * mm
  y = wrapped({ face: strong, size: 27, color: ink }, certificate.name, y) + 3 * mm
  page.drawLine({ start: { x: middle - 60 * mm, y }, end: { x: middle + 60 * mm, y }, thickness: 0.8, color: muted })
  y = wrapped(small, t('hasCompleted'), y - 7 * mm) - 4.5 * mm
  return wrapped({ face: strong, size: 21, color: accent }, certificate.educationTitle, y) - 1 * mm
}

function drawFacts({ page, faces, certificate, t }: CertificateDrawing, top: number): number {
  const value = { face: faces.strong, size: 12.5, color: ink }
  let y = top
  for (const fact of listCertificateFacts(certificate, t)) {
    drawCentered(page, { face: faces.plain, size: 9.5, color: muted }, fact.name, { x: middle, y })
    y = drawLines(page, value, wrapText(value, fact.value, textWidth), y - 15) - 4
  }
  return y - 2 * mm
}

/** Returns the words of the certificate: its own text, or else what the education consists of. */
function wordsOf({ certificate, t }: CertificateDrawing): string[] {
  const { certificateText, parts } = certificate
  if (certificateText) return htmlToLines(certificateText)
  return parts.length > 0 ? [t('contents'), parts.map(({ title }) => title).join(' · ')] : []
}

/** Draws the words in the largest size that fits; what does not fit goes on on further sheets. */
function drawWords(scene: CertificateDrawing, top: number, addSheet: () => PDFPage): void {
  const paragraphs = wordsOf(scene)
  const styleOf = (size: number) => ({ face: scene.faces.plain, size, color: muted })
  const linesOf = (size: number) => paragraphs.flatMap((text) => wrapText(styleOf(size), text, 130 * mm))
  const height = (size: number) => linesOf(size).length * size * leading
  const size = wordSizes.find((one) => height(one) <= top - footerTop) ?? 7.5
  let [page, y, bottom] = [scene.page, top, footerTop]
  for (const text of linesOf(size)) {
    if (y < bottom) {
      page = addSheet()
      y = sheet.height - sheet.margin - 40 * mm
      bottom = sheet.margin + 40 * mm
    }
    drawCentered(page, styleOf(size), text, { x: middle, y })
    y -= size * leading
  }
}

function drawSignatures({ page, faces, certificate, t }: CertificateDrawing): void {
  const names = certificate.responsibles.slice(0, 3)
  const step = 52 * mm
  for (const [index, name] of names.entries()) {
    const x = middle + (index - (names.length - 1) / 2) * step
    const y = footerTop - 8 * mm
    page.drawLine({ start: { x: x - 23 * mm, y }, end: { x: x + 23 * mm, y }, thickness: 0.8, color: ink })
    drawCentered(page, { face: faces.strong, size: 10, color: ink }, name, { x, y: y - 12 })
    drawCentered(page, { face: faces.plain, size: 9, color: muted }, t('responsible'), { x, y: y - 23 })
  }
}

function drawCode({ page, faces, certificate, t }: CertificateDrawing, address: URL): void {
  const y = sheet.margin + 14 * mm
  const style = { face: faces.plain, size: 9, color: muted }
  drawCentered(page, style, `${t('verification')} ${certificate.verificationCode}`, { x: middle, y })
  drawCentered(page, style, `${address.host}${address.pathname}`, { x: middle, y: y - 12 })
  drawQrCode(page, address.href)
}

/**
 * Draws a certificate as it was issued, in its own language, as a PDF of one A4 sheet; more when its text is long. Holds
 * the same facts as the printed page. Dates of the file are those of the certificate, so equal content gives an equal file.
 */
export async function drawCertificatePdf(
  certificate: Certificate,
  { origin, accentColor }: { origin: string; accentColor: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const t = translator(certificate.language, 'print')
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const accent = toColor(accentColor)
  const addSheet = () => {
    const added = pdf.addPage([sheet.width, sheet.height])
    drawFrame(added, accent)
    return added
  }
  const scene = { page: addSheet(), faces: await embedFaces(pdf), certificate, accent, t }
  drawWords(scene, drawFacts(scene, drawStatement(scene)), addSheet)
  drawSignatures(scene)
  drawCode(scene, toCheckUrl(certificate.verificationCode, origin))
  pdf.setTitle(`${t('certificate')} ${certificate.educationTitle}`, { showInWindowTitleBar: true })
  pdf.setAuthor(certificate.federation)
  pdf.setLanguage(certificate.language)
  const issued = certificate.issuedDate ?? certificate.completedDate
  pdf.setCreationDate(issued)
  pdf.setModificationDate(issued)
  return new Uint8Array(await pdf.save())
}
