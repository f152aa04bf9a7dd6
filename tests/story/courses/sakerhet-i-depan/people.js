/** People and animals of the pictures, as SVG text; feet stand at the given place. */

const SKIN = '#f2c9a8'
const at = (x, y, size, content, flip = false) =>
  `<g transform="translate(${x} ${y}) scale(${flip ? -size : size} ${size})">${content}</g>`

/**
 * Draws a person from the front, about 200 high at size 1. `arms` are the paths of the hands: [left, right] as x,y
 * pairs.
 */
export function person({
  x,
  y,
  size = 1,
  suit = '#2f6fde',
  trim = '#f4f5f7',
  hair = '#5b3a21',
  helmet,
  ears,
  glasses,
  gloves,
  arms = [
    [-46, -84],
    [46, -84],
  ],
  flip,
}) {
  const arm = ([handX, handY], side) =>
    `<path d="M${side * 26} -138Q${(side * 34 + handX) / 2 + side * 10} ${(handY - 138) / 2} ${handX} ${handY}" fill="none" stroke="${suit}" stroke-width="18" stroke-linecap="round"/><circle cx="${handX}" cy="${handY}" r="10" fill="${gloves ?? SKIN}"/>`
  const head = helmet
    ? `<path d="M-27 -176a27 29 0 0 1 54 0v14q0 9 -9 9h-36q-9 0 -9 -9z" fill="${helmet}"/><rect x="-21" y="-184" width="42" height="17" rx="7" fill="#16181d"/><path d="M-14 -180h16" stroke="#7fb2e8" stroke-width="4" stroke-linecap="round"/>`
    : `<circle cy="-176" r="23" fill="${SKIN}"/><path d="M-24 -178a24 25 0 0 1 48 0q-10 -14 -24 -14t-24 14z" fill="${hair}"/>${glasses ? '<rect x="-18" y="-181" width="36" height="11" rx="5" fill="#bfe0ff" stroke="#16181d" stroke-width="3"/>' : '<circle cx="-8" cy="-174" r="2.6" fill="#16181d"/><circle cx="8" cy="-174" r="2.6" fill="#16181d"/>'}<path d="M-6 -163q6 4 12 0" fill="none" stroke="#8a4b32" stroke-width="2.6" stroke-linecap="round"/>`
  const muffs = ears
    ? `<path d="M-25 -178a25 27 0 0 1 50 0" fill="none" stroke="#16181d" stroke-width="5"/><rect x="-33" y="-188" width="13" height="24" rx="6" fill="${ears}"/><rect x="20" y="-188" width="13" height="24" rx="6" fill="${ears}"/>`
    : ''
  return at(
    x,
    y,
    size,
    `<g fill="#16181d"><path d="M-27 0v-8q0 -8 9 -8h15V0z"/><path d="M27 0v-8q0 -8 -9 -8H3V0z"/></g>
     <path d="M-26 -14V-82h52v68H5l-5 -52 -5 52z" fill="${suit}"/><rect x="-31" y="-148" width="62" height="78" rx="17" fill="${suit}"/>
     <path d="M0 -146v76" stroke="${trim}" stroke-width="4"/><rect x="-31" y="-86" width="62" height="8" fill="${trim}"/>
     ${arm(arms[0], -1)}${arm(arms[1], 1)}<rect x="-9" y="-158" width="18" height="14" fill="${helmet ? '#16181d' : SKIN}"/>${head}${muffs}`,
    flip,
  )
}

export const dog = (x, y, size = 1) =>
  at(
    x,
    y,
    size,
    '<path d="M-44 -46h62q10 0 14 -10l6 -16 14 8 18 4q5 12 -8 16l-14 4 -6 22V0H30v-22H-26V0h-12v-34q-12 -4 -20 -18 -3 -6 2 -8t8 4q2 8 4 10z" fill="#c48a4a"/><circle cx="52" cy="-62" r="3" fill="#16181d"/><path d="M28 -50l8 -14" stroke="#e5202b" stroke-width="6"/>',
  )

export const extinguisher = (x, y, size = 1) =>
  at(
    x,
    y,
    size,
    '<rect x="-16" y="-70" width="32" height="70" rx="12" fill="#e5202b"/><rect x="-16" y="-46" width="32" height="20" fill="#f4f5f7"/><rect x="-7" y="-84" width="14" height="16" rx="3" fill="#16181d"/><path d="M-7 -82h-16M7 -80q26 2 26 30v14" fill="none" stroke="#16181d" stroke-width="6" stroke-linecap="round"/><path d="M27 -38h13l4 16H23z" fill="#16181d"/>',
  )

export const flame = (x, y, size = 1) =>
  at(
    x,
    y,
    size,
    '<path d="M0 0c-34 0 -48 -24 -40 -50 4 -14 16 -22 14 -42 18 8 24 22 22 36 10 -6 12 -18 10 -28C34 -70 46 -44 40 -24 36 -8 22 0 0 0z" fill="#ff8a2a"/><path d="M0 0c-18 0 -26 -12 -22 -28 3 -10 12 -14 14 -28 14 10 14 20 14 26 6 -2 8 -8 8 -12 10 12 10 42 -14 42z" fill="#ffd60a"/>',
  )
