/** Draws a cloth flag: every shape is bent along a travelling wave, so that chequers and stripes wave too. */

const SVG = 'http://www.w3.org/2000/svg'
const CLOTH = { left: 58, top: 34, width: 420, height: 280 }
const FOLDS = 16

const square = (left, top, right, bottom) => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]
const whole = square(0, 0, 1, 1)
const disc = (x, y, radius) =>
  Array.from({ length: 36 }, (_, step) => {
    const angle = (step / 36) * 2 * Math.PI
    return [x + (radius * Math.cos(angle) * CLOTH.height) / CLOTH.width, y + radius * Math.sin(angle)]
  })
const stripes = (count) =>
  Array.from({ length: count }, (_, step) => step)
    .filter((step) => step % 2 === 1)
    .map((step) => square(step / count, 0, (step + 1) / count, 1))
const chequers = (columns, rows) =>
  Array.from({ length: columns * rows }, (_, cell) => [cell % columns, Math.floor(cell / columns)])
    .filter(([column, row]) => (column + row) % 2 === 0)
    .map(([column, row]) => square(column / columns, row / rows, (column + 1) / columns, (row + 1) / rows))

const INK = '#16181d'
// Black cloth on a dark ground needs a rim.
const RIMMED = ['svart', 'svartvit', 'orange']
const RIM = '#9aa3af'
/** Ground colour and shapes of each flag. */
const patterns = {
  gul: ['#ffd60a', []],
  gron: ['#12a150', []],
  bla: ['#4aa8ff', []],
  rod: ['#e5202b', []],
  vit: ['#f4f5f7', []],
  svart: [INK, []],
  randig: ['#ffd60a', stripes(7).map((shape) => ['#e5202b', shape])],
  svartvit: [
    '#f4f5f7',
    [
      [
        INK,
        [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
      ],
    ],
  ],
  orange: [INK, [['#ff7a1a', disc(0.5, 0.5, 0.3)]]],
  rutig: ['#f4f5f7', chequers(6, 4).map((shape) => [INK, shape])],
}

/** Draws a flag in `<svg>`; `move(seconds)` bends it for that moment. */
export function drawFlag({ pattern, label, number, isStill = false }) {
  const [ground, shapes] = patterns[pattern]
  const svg = element('svg', { viewBox: '0 0 500 430', role: 'img', 'aria-label': label, class: 'flag' })
  svg.append(element('rect', { x: 40, y: 18, width: 13, height: 400, rx: 6.5, fill: '#c9ced6' }))
  const bent = [[ground, whole], ...shapes].map(([fill, shape]) => ({ path: element('path', { fill }), shape }))
  const light = lightOver()
  if (RIMMED.includes(pattern)) bent[0].path.setAttribute('stroke', RIM)
  bent[0].path.setAttribute('stroke-width', '3')
  svg.append(...bent.map(({ path }) => path), light.gradient, light.path)
  if (number) svg.append(numberBoard(number))
  const swing = isStill ? 5 : 20
  const speed = isStill ? 1.2 : 4.6
  return {
    svg,
    move(seconds) {
      const phase = seconds * speed
      for (const { path, shape } of [...bent, { path: light.path, shape: whole }])
        path.setAttribute('d', outline(shape, phase, swing))
      for (const [fold, stop] of light.stops.entries()) shade(stop, slope(fold / FOLDS, phase, swing) / 20)
    },
  }
}

let lights = 0

/** Draws light and shadow in the folds as one gradient across the cloth. */
function lightOver() {
  const id = `ljus-${lights++}`
  const stops = Array.from({ length: FOLDS + 1 }, (_, fold) => element('stop', { offset: fold / FOLDS }))
  const ends = { id, gradientUnits: 'userSpaceOnUse', x1: CLOTH.left, x2: CLOTH.left + CLOTH.width, y1: 0, y2: 60 }
  const gradient = element('linearGradient', ends)
  gradient.append(...stops)
  return { gradient, stops, path: element('path', { fill: `url(#${id})` }) }
}

function numberBoard(number) {
  const board = element('g', { transform: 'translate(268 372)' })
  board.append(
    element('rect', {
      x: -70,
      y: -46,
      width: 140,
      height: 88,
      rx: 10,
      fill: INK,
      stroke: '#f4f5f7',
      'stroke-width': 5,
    }),
  )
  const digits = element('text', { 'text-anchor': 'middle', y: 22, fill: '#f4f5f7', class: 'digits' })
  digits.textContent = number
  board.append(digits)
  return board
}

function outline(shape, phase, swing) {
  const points = shape.flatMap((from, corner) => {
    const to = shape[(corner + 1) % shape.length]
    const steps = Math.max(1, Math.ceil(Math.abs(to[0] - from[0]) * 24))
    return Array.from({ length: steps }, (_, step) => {
      const share = step / steps
      return bend(from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, phase, swing)
    })
  })
  return `M${points.join('L')}Z`
}

// Fast at the pole the cloth hangs still; the wave grows towards the free end.
const grip = (along) => Math.min(1, along) ** 0.7
const angle = (along, phase) => along * 7.2 - phase
const bend = (along, down, phase, swing) => {
  const x =
    CLOTH.left + along * (CLOTH.width - swing * 0.6) + grip(along) * swing * 0.25 * Math.cos(angle(along, phase))
  const y = CLOTH.top + down * CLOTH.height + grip(along) * swing * Math.sin(angle(along, phase) + down * 0.5)
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}
const slope = (along, phase, swing) => grip(along) * swing * Math.cos(angle(along, phase) + 0.25)

function shade(stop, light) {
  stop.setAttribute('stop-color', light > 0 ? '#fff' : '#000')
  stop.setAttribute('stop-opacity', (Math.abs(light) * (light > 0 ? 0.24 : 0.34)).toFixed(3))
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}
