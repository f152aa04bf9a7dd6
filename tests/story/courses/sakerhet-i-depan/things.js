/** Cars, signs and ground of the pictures, as SVG text. */

export const picture = (label, ...pieces) =>
  `<svg viewBox="0 0 720 560" role="img" aria-label="${label}">${pieces.join('')}</svg>`

export const ground = (y, colour = '#39414c') =>
  `<rect y="${y}" width="720" height="${560 - y}" rx="14" fill="${colour}"/>`

export const label = (x, y, text, { anchor = 'middle', size = 25, colour = '#f4f5f7' } = {}) =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="${size}" fill="${colour}">${text}</text>`

/** Draws a name on a plate, readable on any background. */
export const plate = (x, y, text) => {
  const width = text.length * 14.5 + 34
  return `<g transform="translate(${x} ${y})"><rect width="${width}" height="40" rx="8" fill="#0e1116" fill-opacity=".86"/><rect width="7" height="40" rx="3" fill="#ff8a2a"/><text x="20" y="28" font-size="24" fill="#f4f5f7">${text}</text></g>`
}

/** Draws a car from the side, 340 long, front to the right unless flipped; wheels stand at y. */
export const sideCar = (x, y, size = 1, { colour = '#2f6fde', wheels = true, number = '27', flip = false } = {}) => {
  const wheel = (at) =>
    `<circle cx="${at}" cy="-30" r="30" fill="#0b0d10"/><circle cx="${at}" cy="-30" r="16" fill="#aab2bd"/><circle cx="${at}" cy="-30" r="5" fill="#0b0d10"/>`
  return `<g transform="translate(${flip ? x + 350 * size : x} ${y}) scale(${flip ? -size : size} ${size})">
    <path d="M14 -76v-30M38 -80v-26M-8 -108H52" fill="none" stroke="#68727f" stroke-width="8" stroke-linecap="round"/>
    <path d="M4 -34V-62q0 -12 14 -14l62 -10 52 -38q8 -6 18 -6h66q14 0 24 8l48 36 40 8q12 3 12 14v32q0 8 -8 8H12q-8 0 -8 -8z" fill="${colour}"/>
    <path d="M96 -86l42 -30q4 -3 10 -3h24v33zM182 -119h36q8 0 14 5l34 28h-84z" fill="#0e1116"/>
    <path d="M6 -52h332" stroke="#f4f5f7" stroke-width="9"/>
    <circle cx="176" cy="-58" r="24" fill="#f4f5f7"/><text transform="translate(176 -49) scale(${flip ? -1 : 1} 1)" text-anchor="middle" font-size="26" fill="#16181d">${number}</text>
    <g fill="#14181d"><circle cx="72" cy="-30" r="35"/><circle cx="276" cy="-30" r="35"/></g>${wheels ? wheel(72) + wheel(276) : '<circle cx="72" cy="-36" r="13" fill="#aab2bd"/><circle cx="276" cy="-36" r="13" fill="#aab2bd"/>'}
  </g>`
}

/** Draws a car from above, 84 long, front to the right. */
export const topCar = (x, y, colour, degrees = 0) => `<g transform="translate(${x} ${y}) rotate(${degrees})">
  <g fill="#0b0d10"><rect x="-32" y="-23" width="17" height="9" rx="2"/><rect x="-32" y="14" width="17" height="9" rx="2"/><rect x="15" y="-23" width="17" height="9" rx="2"/><rect x="15" y="14" width="17" height="9" rx="2"/></g>
  <rect x="-42" y="-18" width="84" height="36" rx="13" fill="${colour}"/><path d="M10 -13Q20 0 10 13L-2 10v-20z" fill="#0b0d10" opacity=".78"/><rect x="-42" y="-19" width="8" height="38" rx="2" fill="#0b0d10" opacity=".6"/></g>`

/** Draws a person from above. */
export const dot = (x, y, colour = '#ff8a2a') =>
  `<g transform="translate(${x} ${y})"><ellipse rx="14" ry="9" fill="${colour}"/><circle r="7.5" fill="#f2c9a8"/></g>`

export const limitSign = (x, y, text, size = 1) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><rect x="-6" y="70" width="12" height="190" fill="#aab2bd"/><circle r="76" fill="#e5202b"/><circle r="59" fill="#ffd60a"/><text y="22" text-anchor="middle" font-size="64" fill="#16181d">${text}</text></g>`

export const walkSign = (x, y, size = 1) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><rect x="-6" y="70" width="12" height="190" fill="#aab2bd"/><rect x="-76" y="-76" width="152" height="152" rx="14" fill="#1463c4" stroke="#f4f5f7" stroke-width="6"/>
  <g fill="none" stroke="#f4f5f7" stroke-linecap="round" stroke-linejoin="round" stroke-width="12"><path d="M-18 -20l14 -12 10 4 16 16M-4 -30l-4 34 16 20 4 32M-8 4l-12 26 -16 22"/></g><circle cx="2" cy="-52" r="12" fill="#f4f5f7"/></g>`

export const cross = (x, y, size = 1) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><circle r="34" fill="#b3141d"/><path d="M-13 -13 13 13M13 -13 -13 13" stroke="#fff" stroke-width="8" stroke-linecap="round"/></g>`

export const tick = (x, y, size = 1) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><circle r="34" fill="#0b7a3b"/><path d="M-15 2 -4 13 16 -11" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/></g>`

export const stand = (x, y, height) =>
  `<path d="M${x - 20} ${y}L${x - 5} ${y - height}h10L${x + 20} ${y}z" fill="#ffd60a"/><rect x="${x - 14}" y="${y - height - 8}" width="28" height="9" rx="3" fill="#0e1116"/>`
