import { drawQrPath } from '#islands/ui/qr-path.ts'

const namespace = 'http://www.w3.org/2000/svg'

/**
 * Draws the text as a QR code into the element, in place of its content. The code is an SVG of one path, hidden from
 * screen readers, so that replacing it every second does not flicker.
 */
export function drawQr(text: string, into: Element): void {
  const { viewBox, path } = drawQrPath(text)
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('viewBox', viewBox)
  svg.setAttribute('shape-rendering', 'crispEdges')
  svg.setAttribute('aria-hidden', 'true')
  const drawn = document.createElementNS(namespace, 'path')
  drawn.setAttribute('d', path)
  svg.appendChild(drawn)
  into.replaceChildren(svg)
}
