import { extinguisher, flame, person } from './people.js'
import { lanes, overview, speed } from './places.js'
import { ground, label, picture, sideCar, topCar } from './things.js'
import { alarm, clothes, fuel, guests, lifting } from './work.js'

/** Draws the signal board that is held out to the driver from the wall. */
const board = (title, ...lines) =>
  picture(
    `Signaltavla med texten ${[title, ...lines].join(', ')}.`,
    '<rect x="352" y="400" width="16" height="150" fill="#aab2bd"/><rect x="150" y="40" width="420" height="380" rx="20" fill="#0b0d10" stroke="#ff8a2a" stroke-width="9"/>',
    label(360, 158, title, { size: 92, colour: '#ff8a2a' }),
    ...lines.map((line, place) => label(360, 260 + place * 92, line, { size: 74 })),
  )

const chequered = { pattern: 'rutig', label: 'Svart-vit-rutig flagga som vajas' }

/** Pictures of each slide, question and result. A question's picture must not reveal the answer. */
export const art = {
  oversikt: { scene: overview },
  fart: { scene: speed },
  filer: { scene: lanes },
  klader: { scene: clothes },
  bransle: { scene: fuel },
  lyft: { scene: lifting },
  gaster: { scene: guests },
  larm: { scene: alarm },
  prov: { scene: board('PROV', '6 frågor', '5 rätt') },
  'fraga-fart': {
    scene: picture('En servicebil i depån.', ground(420), sideCar(150, 470, 1.25, { colour: '#8892a0', number: '?' })),
  },
  'fraga-filer': {
    scene: picture(
      'En bil på sin plats i depågatan.',
      '<rect y="80" width="720" height="400" rx="16" fill="#434b57"/><path d="M0 260H720" stroke="#f4f5f7" stroke-width="6" stroke-dasharray="40 30"/>',
      `<g transform="translate(360 374) scale(1.8)">${topCar(0, 0, '#2f6fde')}</g>`,
    ),
  },
  'fraga-bransle': { scene: picture('En brandsläckare.', ground(470), extinguisher(360, 500, 5)) },
  'fraga-lyft': {
    scene: picture(
      'En upplyft bil.',
      ground(470),
      sideCar(130, 430, 1.3, { colour: '#2f6fde' }),
      '<path d="M270 482l86 -64 86 64M280 452h152" fill="none" stroke="#ff8a2a" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
  },
  'fraga-gaster': {
    scene: picture(
      'Ett barn.',
      ground(470),
      person({ x: 360, y: 510, size: 1.9, suit: '#ffd60a', trim: '#c2410c', hair: '#d8a24a' }),
    ),
  },
  'fraga-larm': {
    scene: picture(
      'Ett tält som brinner.',
      ground(470),
      '<path d="M150 300l210 -120 210 120v180H150z" fill="#1463c4"/><path d="M300 480V340h120v140z" fill="#0b0d10"/>',
      flame(510, 300, 2.4),
      flame(220, 270, 1.5),
    ),
  },
  godkand: { flags: [chequered] },
  underkand: { scene: board('BOX', 'Försök', 'igen') },
}
