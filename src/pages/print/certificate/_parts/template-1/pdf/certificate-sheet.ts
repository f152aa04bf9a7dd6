import { type Color, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { drawQrPath } from '#islands/ui/qr-path.ts'
import { drawArtifact } from './pdf-structure.ts'

/** A millimetre in points. */
export const mm = 72 / 25.4
/** A4 sheet in points, with the distance of its frame from the edge. */
export const sheet = { width: 210 * mm, height: 297 * mm, margin: 12 * mm }
export const ink = rgb(0.07, 0.09, 0.11)
export const muted = rgb(0.29, 0.33, 0.39)
const line = rgb(0.87, 0.89, 0.91)
export const spark = rgb(1, 0.77, 0.18)

/** Parses an accent of six hexadecimal digits such as `#0b5cad`, which is not checked. */
export function toColor(hex: string): Color {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return rgb(part(1), part(3), part(5))
}

/** Draws a slanted band in a corner; `from` and `to` are millimetres along the upper edge. */
function drawBand(page: PDFPage, color: Color, from: number, to: number, isLower: boolean): void {
  const slope = 0.7
  const points = [
    [from, 0],
    [to, 0],
    [0, to * slope],
    [0, from * slope],
  ].map(([x = 0, y = 0]) => `${x * mm} ${y * mm}`)
  const at = isLower
    ? { x: sheet.width - sheet.margin, y: sheet.margin, scale: -1 }
    : { x: sheet.margin, y: sheet.height - sheet.margin, scale: 1 }
  page.drawSvgPath(`M${points.join('L')}Z`, { ...at, color, borderWidth: 0 })
}

/** Draws the frame with the livery in two corners, as decoration. */
export const drawFrame = (page: PDFPage, accent: Color): void =>
  drawArtifact(page, () => drawFrameAndBands(page, accent))

function drawFrameAndBands(page: PDFPage, accent: Color): void {
  const frame = (inset: number, color: Color, width: number) =>
    page.drawRectangle({
      x: sheet.margin + inset,
      y: sheet.margin + inset,
      width: sheet.width - 2 * (sheet.margin + inset),
      height: sheet.height - 2 * (sheet.margin + inset),
      borderColor: color,
      borderWidth: width,
    })
  frame(2.4 * mm, line, 0.25 * mm)
  frame(0, accent, 0.6 * mm)
  for (const isLower of [false, true]) {
    drawBand(page, accent, 0, 22, isLower)
    drawBand(page, spark, 24, 28, isLower)
    drawBand(page, ink, 30, 32, isLower)
  }
}

const qr = { side: 22 * mm, inset: sheet.margin + 7 * mm }
/** Rectangle of the QR code: left, bottom, right, top. */
export const qrBox = [qr.inset, qr.inset, qr.inset + qr.side, qr.inset + qr.side] as const

/** Draws the QR code of a URL in the corner that the livery leaves free; its side is 22 mm. */
export function drawQrCode(page: PDFPage, address: string): void {
  const { viewBox, path } = drawQrPath(address)
  const [left = 0, , side = 1] = viewBox.split(' ').map(Number)
  const scale = qr.side / side
  page.drawSvgPath(path, {
    x: qr.inset - left * scale,
    y: qr.inset + (side + left) * scale,
    scale,
    color: ink,
    borderWidth: 0,
  })
}
