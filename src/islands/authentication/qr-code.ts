import { generate } from 'lean-qr'

const namespace = 'http://www.w3.org/2000/svg'
/** Width of the quiet zone that readers need around a code, in modules. */
const margin = 2

/** Draws the text as a QR code of one SVG path, so that replacing it every second does not flicker. */
export function drawQr(text: string, into: Element): void {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`
  const svg = document.createElementNS(namespace, 'svg')
  const side = code.size + 2 * margin
  svg.setAttribute('viewBox', `${-margin} ${-margin} ${side} ${side}`)
  svg.setAttribute('shape-rendering', 'crispEdges')
  svg.setAttribute('aria-hidden', 'true')
  const drawn = document.createElementNS(namespace, 'path')
  drawn.setAttribute('d', path)
  svg.appendChild(drawn)
  into.replaceChildren(svg)
}
