import { PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import type { Certificate } from '#api/participation/certificates/contract.ts'
import { contentLanguage } from '#locales/content-language.ts'
import { type Translate, translator } from '#locales/translate.ts'
import { listCertificateFacts, toCheckUrl } from '../certificate-facts.ts'
import type { CertificateDrawing } from './certificate-drawing.ts'
import { type CertificateLogo, drawLogo } from './certificate-logo.ts'
import { drawFrame, drawQrCode, ink, mm, muted, qrBox, sheet, toColor } from './certificate-sheet.ts'
import { drawWords } from './certificate-words.ts'
import { embedFaces } from './pdf-faces.ts'
import { addElement, createStructure, drawArtifact, tagContent } from './pdf-structure.ts'
import { drawCentered, wrapText } from './pdf-text.ts'

const middle = sheet.width / 2
const textWidth = 145 * mm
/** The signatures and the code begin here. */
const footerTop = sheet.margin + 42 * mm

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

type Element = Parameters<typeof tagContent>[1]

/** Draws lines as the content of an element, and returns the baseline of the next line. */
const drawTagged = ({ page, structure }: CertificateDrawing, element: Element, style: Style, text: string, y: number) =>
  tagContent(structure, element, page, () => drawLines(page, style, wrapText(style, text, textWidth), y))

function drawStatement(scene: CertificateDrawing, top: number): number {
  const { page, structure, faces, certificate, accent, t } = scene
  const { plain, strong } = faces
  const wrapped = (style: Style, text: string, at: number, role: 'H1' | 'P' = 'P', language?: string) => {
    if (!text) return at
    const element = addElement(structure, structure.document, role, language ? { language } : {})
    return drawTagged(scene, element, style, text, at)
  }
  const small = { face: plain, size: 12.5, color: ink }
  let y = wrapped({ face: strong, size: 12, color: muted }, certificate.federation, top) - 13 * mm
  y = wrapped({ face: strong, size: 42, color: ink }, t('certificate'), y, 'H1') + 2 * mm
  y = wrapped(small, t('certifies'), y) - 5.5 * mm
  y = wrapped({ face: strong, size: 27, color: ink }, certificate.name, y) + 3 * mm
  const underline = { start: { x: middle - 60 * mm, y }, end: { x: middle + 60 * mm, y }, thickness: 0.8, color: muted }
  drawArtifact(page, () => page.drawLine(underline))
  y = wrapped(small, t('hasCompleted'), y - 7 * mm) - 4.5 * mm
  const title = { face: strong, size: 21, color: accent }
  return wrapped(title, certificate.educationTitle, y, 'P', contentLanguage) - 1 * mm
}

function drawFacts(scene: CertificateDrawing, top: number): number {
  const { structure, faces, certificate, t } = scene
  const label = { face: faces.plain, size: 9.5, color: muted }
  const value = { face: faces.strong, size: 12.5, color: ink }
  const list = addElement(structure, structure.document, 'L')
  let y = top
  for (const fact of listCertificateFacts(certificate, t)) {
    const item = addElement(structure, list, 'LI')
    drawTagged(scene, addElement(structure, item, 'Lbl'), label, fact.name, y)
    y = drawTagged(scene, addElement(structure, item, 'LBody'), value, fact.value, y - 15) - 4
  }
  return y - 2 * mm
}

function drawSignatures({ page, structure, faces, certificate, t }: CertificateDrawing): void {
  const names = certificate.responsibles.slice(0, 3)
  const step = 52 * mm
  const [strong, plain] = [
    { face: faces.strong, size: 10, color: ink },
    { face: faces.plain, size: 9, color: muted },
  ]
  for (const [index, name] of names.entries()) {
    const x = middle + (index - (names.length - 1) / 2) * step
    const y = footerTop - 8 * mm
    const line = { start: { x: x - 23 * mm, y }, end: { x: x + 23 * mm, y }, thickness: 0.8, color: ink }
    drawArtifact(page, () => page.drawLine(line))
    tagContent(structure, addElement(structure, structure.document, 'P'), page, () => {
      drawCentered(page, strong, name, { x, y: y - 12 })
      drawCentered(page, plain, t('responsible'), { x, y: y - 23 })
    })
  }
}

function drawCode({ page, structure, faces, certificate, t }: CertificateDrawing, address: URL): void {
  const y = sheet.margin + 14 * mm
  const style = { face: faces.plain, size: 9, color: muted }
  tagContent(structure, addElement(structure, structure.document, 'P'), page, () => {
    drawCentered(page, style, `${t('verification')} ${certificate.verificationCode}`, { x: middle, y })
    drawCentered(page, style, `${address.host}${address.pathname}`, { x: middle, y: y - 12 })
  })
  const figure = addElement(structure, structure.document, 'Figure', { alternative: t('scan'), box: qrBox })
  tagContent(structure, figure, page, () => drawQrCode(page, address.href))
}

interface CertificateLook {
  /** Origin of the portal, where the code is checked. */
  origin: string
  logo: CertificateLogo
}

/**
 * Draws a certificate as it was issued, in its own language, as a tagged PDF of one A4 sheet; more when its text is
 * long. Holds the same facts as the printed page, and the QR code of the URL at `origin` that checks it. `logo` is a
 * picture, `mark` for the portal's own, or null. Dates of the file are those of the certificate, so equal content gives
 * an equal file.
 */
export async function drawCertificatePdf(
  certificate: Certificate,
  { origin, logo }: CertificateLook,
): Promise<Uint8Array<ArrayBuffer>> {
  const { language, accentColor } = certificate
  const t = translator(language, 'print')
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const accent = toColor(accentColor)
  const addSheet = () => {
    const added = pdf.addPage([sheet.width, sheet.height])
    drawFrame(added, accent)
    return added
  }
  const structure = createStructure(pdf)
  const scene = { page: addSheet(), structure, faces: await embedFaces(pdf), certificate, accent, t }
  const top = sheet.height - sheet.margin - 10 * mm
  const logoHeight = await drawLogo(structure, scene.page, { logo, accentColor, name: certificate.federation }, top)
  drawWords(scene, { top: drawFacts(scene, drawStatement(scene, top - logoHeight - 9 * mm)), footerTop }, addSheet)
  drawSignatures(scene)
  drawCode(scene, toCheckUrl(certificate.verificationCode, origin))
  setProperties(pdf, certificate, t)
  return new Uint8Array(await pdf.save())
}

function setProperties(pdf: PDFDocument, certificate: Certificate, t: Translate): void {
  pdf.setTitle(`${t('certificate')} ${certificate.educationTitle}`, { showInWindowTitleBar: true })
  pdf.setAuthor(certificate.federation)
  pdf.setLanguage(certificate.language)
  const issued = certificate.issuedDate ?? certificate.completedDate
  pdf.setCreationDate(issued)
  pdf.setModificationDate(issued)
}
