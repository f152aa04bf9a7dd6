import { generate } from 'lean-qr'

/** Width of the quiet zone that readers need around a code, in modules. */
const margin = 2

/** A QR code as an SVG: `viewBox` in modules with the quiet zone, and the path of the dark modules. */
interface QrPath {
  viewBox: string
  path: string
}

/**
 * Draws a text as a QR code: one SVG path of the dark modules, each one unit wide, and the `viewBox` that adds the
 * quiet zone. Has no colour of its own.
 */
export function drawQrPath(text: string): QrPath {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`
  const side = code.size + 2 * margin
  return { viewBox: `${-margin} ${-margin} ${side} ${side}`, path }
}
