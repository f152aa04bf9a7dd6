/** Draws a stretch of track seen from above and the objects on it, as SVG text. */

const CURVES = [
  [
    [-40, 236],
    [140, 236],
    [190, 92],
    [340, 92],
  ],
  [
    [340, 92],
    [490, 92],
    [520, 226],
    [700, 226],
  ],
]
const PATH = `M${CURVES[0][0]}C${CURVES[0].slice(1).join(' ')}S${CURVES[1].slice(2).join(' ')}`

/** Returns the position and direction after a share of the stretch, `aside` to the right of the middle. */
function along(share, aside = 0) {
  const place = Math.min(share, 0.9999) * CURVES.length
  const [a, b, c, d] = CURVES[Math.floor(place)]
  const t = place % 1
  const at = (axis) =>
    (1 - t) ** 3 * a[axis] + 3 * (1 - t) ** 2 * t * b[axis] + 3 * (1 - t) * t ** 2 * c[axis] + t ** 3 * d[axis]
  const speed = (axis) =>
    3 * (1 - t) ** 2 * (b[axis] - a[axis]) + 6 * (1 - t) * t * (c[axis] - b[axis]) + 3 * t ** 2 * (d[axis] - c[axis])
  const angle = Math.atan2(speed(1), speed(0))
  return { x: at(0) - Math.sin(angle) * aside, y: at(1) + Math.cos(angle) * aside, degrees: (angle * 180) / Math.PI }
}

const kerb = (from, count) => {
  const dashes = Array.from({ length: count }, () => '1.2 1.2').join(' ')
  const line = (colour, dash) =>
    `<path d="${PATH}" pathLength="100" fill="none" stroke="${colour}" stroke-width="124" stroke-dasharray="${dash}"/>`
  return line('#f4f5f7', `0 ${from} ${count * 2.4} 200`) + line('#e5202b', `0 ${from} ${dashes} 0 200`)
}

let stretches = 0

export const stretch = (label, ...pieces) => `<svg viewBox="0 0 660 330" role="img" aria-label="${label}">
  <rect width="660" height="330" rx="18" fill="#1d2b22"/>
  <clipPath id="falt-${++stretches}"><rect width="660" height="330" rx="18"/></clipPath>
  <g clip-path="url(#falt-${stretches})">
    ${kerb(36, 11)}
    <path d="${PATH}" fill="none" stroke="#f4f5f7" stroke-width="110"/>
    <path d="${PATH}" fill="none" stroke="#3a414b" stroke-width="102"/>
    <path d="${PATH}" fill="none" stroke="#4a525e" stroke-width="2.5" stroke-dasharray="16 22"/>
    ${pieces.join('')}
  </g>
</svg>`

/** Draws a coloured zone of the track between two places. */
export const zone = (from, to, colour, opacity = 0.34) =>
  `<path d="${PATH}" pathLength="100" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="102" stroke-dasharray="0 ${from * 100} ${(to - from) * 100} 200"/>`

export function car(share, aside, colour, { turned = 0, number = '' } = {}) {
  const { x, y, degrees } = along(share, aside)
  return `<g transform="translate(${x} ${y}) rotate(${degrees + turned})">
    <g fill="#0b0d10"><rect x="-27" y="-19" width="14" height="8" rx="2"/><rect x="-27" y="11" width="14" height="8" rx="2"/><rect x="13" y="-19" width="14" height="8" rx="2"/><rect x="13" y="11" width="14" height="8" rx="2"/></g>
    <rect x="-35" y="-15" width="70" height="30" rx="11" fill="${colour}"/>
    <path d="M8 -11 Q17 0 8 11 L-1 9 V-9Z" fill="#0b0d10" opacity=".75"/><rect x="-35" y="-16" width="7" height="32" rx="2" fill="#0b0d10" opacity=".55"/>
    ${number ? `<circle r="10" cx="-13" fill="#fff"/><text x="-13" y="5" font-size="15" text-anchor="middle" fill="#16181d">${number}</text>` : ''}
  </g>`
}

/** Draws a marshal's post beside the track with its flags; a flag is a colour, or a colour and its stripes. */
export function post(share, aside, ...colours) {
  const { x, y } = along(share, aside)
  const cloth = ([first, ...stripes]) =>
    `<path d="M2 -62q12 -9 22 0t22 0v26q-12 9 -22 0t-22 0z" fill="${first}"/>${stripes.map((stripe) => `<path d="M10 -65v27h8v-27zM28 -60v27h8v-27z" fill="${stripe}"/>`).join('')}`
  const flag = (colour, place) =>
    `<g transform="rotate(${place * -34 + 14})"><path d="M0 -6V-62" stroke="#e7eaee" stroke-width="4" stroke-linecap="round"/>${cloth([colour].flat())}</g>`
  return `<g transform="translate(${x} ${y})">
    ${colours.map(flag).join('')}
    <ellipse rx="15" ry="11" fill="#ff7a1a"/><circle r="7.5" fill="#f7d9c0"/></g>`
}

export function marshal(share, aside) {
  const { x, y } = along(share, aside)
  return `<g transform="translate(${x} ${y})"><ellipse rx="14" ry="10" fill="#ff7a1a"/><path d="M-10 0h20" stroke="#fff3b0" stroke-width="3.5"/><circle r="7" fill="#f7d9c0"/></g>`
}

export function smoke(share, aside) {
  const { x, y } = along(share, aside)
  return `<g fill="#cfd5dd"><circle cx="${x}" cy="${y}" r="15" opacity=".8"/><circle cx="${x + 16}" cy="${y - 16}" r="19" opacity=".55"/><circle cx="${x + 38}" cy="${y - 32}" r="24" opacity=".3"/></g>`
}

export function puddle(share, aside) {
  const { x, y, degrees } = along(share, aside)
  return `<g transform="translate(${x} ${y}) rotate(${degrees})"><path d="M-62 4C-48 -26 -16 -30 8 -22S60 -18 62 4 28 30 0 26-70 30-62 4Z" fill="#0c0f14"/><path d="M-34 -2c14 -14 40 -16 58 -8" fill="none" stroke="#7fb2e8" stroke-width="5" stroke-linecap="round"/><path d="M-22 12c16 8 34 6 46 0" fill="none" stroke="#c98be0" stroke-width="4" stroke-linecap="round"/></g>`
}

export function truck(share, aside) {
  const { x, y, degrees } = along(share, aside)
  return `<g transform="translate(${x} ${y}) rotate(${degrees})"><rect x="-48" y="-20" width="66" height="40" rx="5" fill="#e8eaee"/><path d="M-40 -12h50M-40 0h50M-40 12h50" stroke="#9aa3af" stroke-width="4"/><rect x="22" y="-20" width="30" height="40" rx="8" fill="#ff7a1a"/><rect x="38" y="-15" width="9" height="30" rx="3" fill="#16181d"/><rect x="26" y="-8" width="8" height="16" rx="3" fill="#ffd60a"/></g>`
}

/** Draws an arrow along the track. */
export function arrow(from, to, aside, colour = '#f4f5f7') {
  const steps = Array.from({ length: 9 }, (_, step) => along(from + ((to - from) * step) / 8, aside))
  const end = steps.at(-1)
  return `<path d="M${steps.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}" fill="none" stroke="${colour}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="1 13"/>
    <path transform="translate(${end.x} ${end.y}) rotate(${end.degrees})" d="M-4 -13 16 0 -4 13" fill="none" stroke="${colour}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** Draws a chequered line across the track. */
export function finish(share) {
  const { x, y, degrees } = along(share)
  const squares = Array.from({ length: 24 }, (_, cell) => [cell % 2, Math.floor(cell / 2)])
    .filter(([column, row]) => (column + row) % 2 === 0)
    .map(([column, row]) => `<rect x="${column * 9 - 9}" y="${row * 8.5 - 51}" width="9" height="8.5" fill="#16181d"/>`)
  return `<g transform="translate(${x} ${y}) rotate(${degrees})"><rect x="-9" y="-51" width="18" height="102" fill="#f4f5f7"/>${squares.join('')}</g>`
}

export const words = (x, y, text, colour = '#f4f5f7', anchor = 'middle') =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" class="words" fill="${colour}">${text}</text>`
