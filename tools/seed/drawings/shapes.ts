/** Draws a filled path. A piece is SVG as text: the y axis points down, and vehicles stand on y = 0 and face right. */

export const shape = (path: string, fill: string, opacity = 1) =>
  `<path d="${path}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`

/** Draws an open path; `more` is further attributes. */
export const line = (path: string, stroke: string, width: number, more = '') =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more}/>`

/** Draws a disc around a point. */
export const disc = (x: number, y: number, radius: number, fill: string, opacity = 1) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`

/** Draws a rectangle, with rounded corners for a radius. */
export const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${radius ? ` rx="${radius}"` : ''}/>`

/** Moves a piece to a point; `more` is a further transformation. */
export const place = (x: number, y: number, piece: string, more = '') =>
  `<g transform="translate(${x} ${y})${more}">${piece}</g>`

/** Draws a start number around a point, on its baseline. */
export const number = (x: number, y: number, size: number, value: number) =>
  `<text x="${x}" y="${y}" font-family="Arial,Helvetica,sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" fill="#12161d">${value}</text>`

/** A field of two colours in squares, as on the flag at the finish. */
export function checkers(x: number, y: number, columns: number, rows: number, side: number): string {
  const dark = Array.from({ length: columns * rows }, (_, at) => [at % columns, Math.floor(at / columns)] as const)
    .filter(([column, row]) => (column + row) % 2 === 0)
    .map(([column, row]) => `M${x + column * side} ${y + row * side}h${side}v${side}h-${side}z`)
  return box(x, y, columns * side, rows * side, '#fff') + shape(dark.join(''), '#12161d')
}

/** Colours that several vehicles and signs share. */
export const colors = {
  tyre: '#12161d',
  rim: '#c9d0d9',
  glass: '#24303f',
  white: '#f6f7f9',
  yellow: '#ffc42e',
  red: '#d92f3c',
  steel: '#4a5361',
} as const

/** Draws a wheel that stands on the ground. */
export const wheel = (x: number, radius: number, y = -radius) =>
  disc(x, y, radius, colors.tyre) +
  disc(x, y, Math.round(radius * 0.58), colors.rim) +
  disc(x, y, Math.round(radius * 0.2), colors.tyre)
