import { person } from './people.js'
import { dot, ground, label, limitSign, picture, plate, sideCar, topCar, walkSign } from './things.js'

const BLUE = '#2f6fde'
const RED = '#d12f2f'
const WHITE = '#f4f5f7'
const dashes = (y) => `<path d="M0 ${y}H720" stroke="#f4f5f7" stroke-width="5" stroke-dasharray="34 26"/>`
const band = (y, height, colour) => `<rect y="${y}" width="720" height="${height}" fill="${colour}"/>`
const clip = (id, ...pieces) =>
  `<clipPath id="${id}"><rect width="720" height="560" rx="16"/></clipPath><g clip-path="url(#${id})">${pieces.join('')}</g>`
const box = (x, number) =>
  `<rect x="${x}" y="292" width="132" height="62" rx="5" fill="#59626f"/><rect x="${x + 14}" y="292" width="104" height="12" fill="#2c333d"/><text x="${x + 66}" y="340" text-anchor="middle" font-size="27" fill="#f4f5f7">${number}</text>`
const tent = (x, y, colour) =>
  `<path d="M${x} ${y}l60 -34 60 34v52H${x}z" fill="${colour}"/><path d="M${x} ${y}l60 -34v86M${x + 120} ${y}l-60 -34" fill="none" stroke="#0e1116" stroke-opacity=".35" stroke-width="4"/>`

export const overview = picture(
  'Depån sedd uppifrån. Överst banan, sedan depåmuren, depågatan med två filer, teamens platser och längst ner depån med tält och transporter.',
  clip(
    'ram-oversikt',
    band(0, 92, '#2c333d'),
    `<path d="M0 86H720" stroke="#f4f5f7" stroke-width="6"/>`,
    topCar(500, 42, RED),
    topCar(180, 52, WHITE),
    band(92, 22, '#aab2bd'),
    `<path d="M0 103H720" stroke="#e5202b" stroke-width="8" stroke-dasharray="36 36"/>`,
    dot(430, 128),
    dot(462, 128),
    band(114, 178, '#434b57'),
    dashes(196),
    topCar(610, 156, BLUE),
    topCar(330, 246, '#ffd60a'),
    dot(286, 232),
    dot(374, 232),
    dot(286, 268),
    dot(374, 268),
    [24, 166, 308, 450, 592].map((x, place) => box(x, place + 1)).join(''),
    band(354, 206, '#24312a'),
    tent(40, 452, BLUE),
    tent(330, 462, '#c2410c'),
    `<g fill="#e8eaee"><rect x="500" y="420" width="150" height="54" rx="6"/><rect x="654" y="426" width="42" height="42" rx="8" fill="#1463c4"/></g>`,
    dot(196, 520, WHITE),
    dot(232, 500, '#ffd60a'),
    dot(250, 528, '#7fb2e8'),
    dot(480, 528, WHITE),
    topCar(580, 528, '#8892a0', 180),
    plate(20, 20, 'Banan'),
    plate(20, 132, 'Depågatan'),
    plate(20, 376, 'Depån'),
    plate(452, 94, 'Depåmuren'),
  ),
)

export const speed = picture(
  'Två skyltar. Till vänster en hastighetsskylt med 60 för depågatan, till höger en gångfartsskylt för depån.',
  ground(410),
  limitSign(180, 150, '60'),
  walkSign(540, 150),
  `<path d="M36 470h70M20 496h60" stroke="#ff8a2a" stroke-width="8" stroke-linecap="round"/>`,
  sideCar(112, 510, 0.72, { colour: RED }),
  person({
    x: 470,
    y: 516,
    size: 0.86,
    suit: '#0b7a3b',
    arms: [
      [-40, -80],
      [40, -80],
    ],
  }),
  person({ x: 590, y: 516, size: 0.6, suit: '#ffd60a', trim: '#16181d', hair: '#d8a24a' }),
  label(180, 40, 'Depågatan'),
  label(540, 40, 'Depån'),
)

const light = (x, y) =>
  `<g transform="translate(${x} ${y})"><rect x="-24" y="-56" width="48" height="104" rx="12" fill="#0e1116" stroke="#aab2bd" stroke-width="4"/><circle cy="-26" r="16" fill="#ff3b45"/><circle cy="20" r="16" fill="#1f3a2a"/></g>`

export const lanes = picture(
  'Depågatan uppifrån. En bil kör i snabbfilen. En annan står i arbetsfilen och släpps ut först när snabbfilen är fri. Vid utfarten lyser rött.',
  clip(
    'ram-filer',
    band(0, 70, '#2c333d'),
    band(70, 26, '#aab2bd'),
    `<path d="M0 83H720" stroke="#e5202b" stroke-width="9" stroke-dasharray="40 40"/>`,
    band(96, 330, '#434b57'),
    dashes(250),
    `<path d="M560 96V250" stroke="#f4f5f7" stroke-width="12"/>`,
    light(628, 176),
    topCar(180, 172, RED),
    `<path d="M240 172h190" stroke="#f4f5f7" stroke-width="7" stroke-linecap="round" stroke-dasharray="1 15"/><path d="M424 156l20 16 -20 16" fill="none" stroke="#f4f5f7" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>`,
    topCar(330, 346, BLUE),
    dot(278, 318),
    dot(382, 318),
    dot(278, 376),
    dot(382, 376),
    dot(430, 346, '#ffd60a'),
    `<path d="M446 330q60 -18 84 -120" fill="none" stroke="#ffd60a" stroke-width="7" stroke-dasharray="1 15" stroke-linecap="round"/>`,
    [24, 166, 308, 450, 592]
      .map((x, place) => box(x, place + 1))
      .join('')
      .replaceAll('y="292"', 'y="426"')
      .replaceAll('y="340"', 'y="474"'),
    band(488, 72, '#24312a'),
    plate(20, 108, 'Snabbfil'),
    plate(20, 374, 'Arbetsfil'),
    plate(442, 378, 'Vänta – fritt – kör'),
  ),
)
