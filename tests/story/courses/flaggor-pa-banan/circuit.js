/** Path of the whole circuit seen from above, and its marshals' posts. */
const LOOP =
  'M150 470C60 470 50 390 90 340S190 270 170 210 90 150 150 90 330 60 380 110 400 210 470 220 600 150 640 220 600 330 560 360 600 470 520 470Z'
const POSTS = [
  [112, 302],
  [206, 240],
  [112, 118],
  [252, 46],
  [424, 148],
  [560, 152],
  [664, 268],
  [536, 400],
  [330, 506],
]

const post = ([x, y], place) => `<g transform="translate(${x} ${y})">
  <circle r="21" fill="#0e1116" stroke="#ffd60a" stroke-width="4"/><text y="8" text-anchor="middle" font-size="23" fill="#ffd60a">${place + 1}</text></g>`

const line = (colour, width, more = '') =>
  `<path d="${LOOP}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" ${more}/>`

export const circuit = `<svg viewBox="20 10 690 530" role="img" aria-label="En bana sedd uppifrån. Nio numrerade flaggposter står utspridda runt varvet, en av dem vid start- och mållinjen.">
  ${line('#f4f5f7', 50)}${line('#39414c', 43)}${line('#68727f', 2.5, 'stroke-dasharray="14 18"')}
  <g transform="translate(330 470)"><rect x="-8" y="-21" width="16" height="42" fill="#f4f5f7"/>
    <path d="M-8 -21h8v7h-8zM0 -14h8v7H0zM-8 -7h8v7h-8zM0 0h8v7H0zM-8 7h8v7h-8zM0 14h8v7H0z" fill="#16181d"/></g>
  <path d="M400 456h60m-16 -12 18 12 -18 12" transform="rotate(180 430 456) translate(0 -26)" fill="none" stroke="#ffd60a" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>
  <g transform="translate(180 470)"><rect x="-20" y="-9" width="40" height="18" rx="7" fill="#e5202b"/></g>
  <g transform="translate(380 120) rotate(70)"><rect x="-20" y="-9" width="40" height="18" rx="7" fill="#4aa8ff"/></g>
  <g transform="translate(497 205) rotate(-18)"><rect x="-20" y="-9" width="40" height="18" rx="7" fill="#f4f5f7"/></g>
  ${POSTS.map(post).join('')}
</svg>`
