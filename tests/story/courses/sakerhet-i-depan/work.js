import { dog, extinguisher, flame, person } from './people.js'
import { cross, ground, label, picture, sideCar, stand, tick } from './things.js'

const BLUE = '#2f6fde'
const RED = '#d12f2f'

const callout = (fromX, fromY, toX, toY, text, anchor) =>
  `<path d="M${fromX} ${fromY}L${toX} ${toY}" stroke="#ff8a2a" stroke-width="4"/><circle cx="${fromX}" cy="${fromY}" r="8" fill="#ff8a2a"/>${label(toX + (anchor === 'end' ? -10 : 10), toY + 8, text, { anchor, size: 26 })}`

export const clothes = picture(
  'En mekaniker med skyddsglasögon, hörselskydd, handskar, heltäckande overall och hela skor.',
  `<ellipse cx="360" cy="528" rx="150" ry="20" fill="#0b0d10"/>`,
  person({
    x: 360,
    y: 528,
    size: 2.5,
    suit: BLUE,
    ears: '#ff8a2a',
    glasses: true,
    gloves: '#16181d',
    arms: [
      [-52, -78],
      [52, -78],
    ],
  }),
  callout(394, 88, 500, 70, 'Skyddsglasögon', 'start'),
  callout(292, 84, 200, 70, 'Hörselskydd', 'end'),
  callout(318, 232, 200, 240, 'Täckta armar', 'end'),
  callout(490, 333, 530, 300, 'Handskar', 'start'),
  callout(400, 420, 510, 432, 'Täckta ben', 'start'),
  callout(322, 510, 206, 492, 'Hela skor', 'end'),
)

const ban = (x, content, text) =>
  `<g transform="translate(${x} 76)"><circle r="52" fill="#f4f5f7" stroke="#e5202b" stroke-width="11"/>${content}<path d="M-35 -35 35 35" stroke="#e5202b" stroke-width="11"/>${label(0, 92, text, { size: 24 })}</g>`

export const fuel = picture(
  'En person tankar bilen. En annan står bredvid med brandsläckaren i händerna. Under bilen ligger en miljömatta. Rökning, gnistor och mobil är förbjudet.',
  ban(
    130,
    '<rect x="-30" y="-5" width="46" height="11" fill="#16181d"/><rect x="16" y="-5" width="11" height="11" fill="#ff8a2a"/><path d="M24 -14q-8 -8 0 -16" fill="none" stroke="#7a828e" stroke-width="4"/>',
    'Rökning',
  ),
  ban(360, '<path d="M4 -34 -18 6h16l-6 28L20 -8H4z" fill="#16181d"/>', 'Gnistor'),
  ban(
    590,
    '<rect x="-17" y="-32" width="34" height="64" rx="7" fill="#16181d"/><rect x="-12" y="-24" width="24" height="42" fill="#7fb2e8"/>',
    'Mobil',
  ),
  ground(470),
  `<path d="M70 506H470l24 22H46z" fill="#0b6b8a"/>`,
  sideCar(84, 512, 1.06, { colour: RED, flip: true }),
  person({
    x: 486,
    y: 520,
    size: 1.14,
    suit: '#f4f5f7',
    trim: '#e5202b',
    helmet: '#e5202b',
    gloves: '#16181d',
    arms: [
      [-62, -132],
      [-54, -106],
    ],
  }),
  `<g transform="translate(404 366) rotate(-14)"><rect x="-28" y="-34" width="58" height="66" rx="9" fill="#ffd60a"/><path d="M-28 -6 -58 6" stroke="#68727f" stroke-width="11" stroke-linecap="round"/><path d="M-12 -34v-10h26v10" fill="none" stroke="#ffd60a" stroke-width="7"/></g>`,
  person({
    x: 634,
    y: 526,
    size: 1.14,
    suit: '#ff8a2a',
    trim: '#fff3b0',
    helmet: '#f4f5f7',
    gloves: '#16181d',
    arms: [
      [-34, -112],
      [20, -96],
    ],
  }),
  extinguisher(620, 432, 0.98),
)

export const lifting = picture(
  'Två bilar. Den ena hålls bara av en domkraft och är överkryssad. Den andra står på pallbockar och är godkänd.',
  ground(232, '#39414c').replace(`height="${560 - 232}"`, 'height="34"'),
  `<g transform="rotate(-7 142 204)">${sideCar(72, 238, 0.98, { colour: '#8892a0' })}</g>`,
  `<path d="M318 234h64M330 194h40M324 232l46 -36M376 232l-46 -36" fill="none" stroke="#ff8a2a" stroke-width="8" stroke-linecap="round"/>`,
  cross(560, 120, 1.5),
  label(560, 214, 'Bara domkraft'),
  ground(500),
  stand(142, 506, 66),
  stand(346, 506, 66),
  sideCar(72, 476, 0.98, { colour: BLUE, wheels: false }),
  `<g transform="translate(470 514)"><ellipse rx="44" ry="12" fill="#0b0d10"/><ellipse rx="22" ry="6" cy="-3" fill="#aab2bd"/></g>`,
  tick(590, 372, 1.5),
  label(590, 466, 'Pallbockar'),
)

export const guests = picture(
  'En vuxen håller ett barn i handen bakom ett rep, bredvid en hund i koppel. På andra sidan repet kör en bil i depågatan.',
  `<rect width="720" height="252" rx="16" fill="#434b57"/>`,
  `<path d="M0 196H720" stroke="#f4f5f7" stroke-width="5" stroke-dasharray="34 26"/>`,
  sideCar(210, 178, 0.92, { colour: RED }),
  `<path d="M60 96h100M36 130h96" stroke="#ff8a2a" stroke-width="8" stroke-linecap="round"/>`,
  ground(252, '#24312a'),
  [60, 260, 460, 660]
    .map(
      (x) =>
        `<rect x="${x - 7}" y="236" width="14" height="118" rx="5" fill="#f4f5f7"/><circle cx="${x}" cy="236" r="12" fill="#e5202b"/>`,
    )
    .join(''),
  `<path d="M60 262q100 44 200 0t200 0 200 0" fill="none" stroke="#e5202b" stroke-width="9"/>`,
  person({
    x: 250,
    y: 532,
    size: 1.12,
    suit: '#0b7a3b',
    hair: '#16181d',
    arms: [
      [-48, -80],
      [58, -92],
    ],
  }),
  person({
    x: 352,
    y: 532,
    size: 0.72,
    suit: '#ffd60a',
    trim: '#c2410c',
    hair: '#d8a24a',
    ears: '#2f6fde',
    arms: [
      [-58, -112],
      [46, -84],
    ],
  }),
  `<path d="M196 440Q140 452 134 478" fill="none" stroke="#e5202b" stroke-width="5"/>`,
  dog(104, 530, 0.92),
  `<g transform="translate(566 438)"><rect x="-112" y="-58" width="224" height="116" rx="12" fill="#f4f5f7"/><rect x="-112" y="-58" width="224" height="14" rx="6" fill="#e5202b"/><text y="-4" text-anchor="middle" font-size="30" fill="#16181d">Depågatan</text><text y="34" text-anchor="middle" font-size="25" fill="#16181d">Endast behöriga</text><rect x="-7" y="58" width="14" height="60" fill="#aab2bd"/></g>`,
)

const card = (x, y, number, name, content) =>
  `<g transform="translate(${x} ${y})"><rect width="346" height="266" rx="16" fill="#2c333d"/>${content}<rect y="212" width="346" height="54" rx="14" fill="#0e1116"/><circle cx="36" cy="239" r="19" fill="#ff8a2a"/><text x="36" y="248" text-anchor="middle" font-size="25" fill="#16181d">${number}</text><text x="70" y="249" font-size="28" fill="#f4f5f7">${name}</text></g>`

export const alarm = picture(
  'Fyra bilder i ordning: rädda en person, varna andra, larma 112 och släck med brandsläckare.',
  card(
    4,
    4,
    1,
    'Rädda',
    person({
      x: 134,
      y: 204,
      size: 0.9,
      suit: '#ff8a2a',
      arms: [
        [-40, -84],
        [62, -104],
      ],
    }) +
      person({
        x: 226,
        y: 204,
        size: 0.9,
        suit: '#7a828e',
        hair: '#d8a24a',
        arms: [
          [-42, -110],
          [40, -80],
        ],
      }),
  ),
  card(
    370,
    4,
    2,
    'Varna',
    person({
      x: 128,
      y: 204,
      size: 0.9,
      suit: BLUE,
      arms: [
        [-44, -92],
        [50, -150],
      ],
    }) +
      '<path d="M176 66l56 -28v70l-56 -22z" fill="#f4f5f7"/><path d="M254 44q18 30 0 58M276 30q28 44 0 86" fill="none" stroke="#ff8a2a" stroke-width="8" stroke-linecap="round"/>',
  ),
  card(
    4,
    290,
    3,
    'Larma',
    '<rect x="122" y="14" width="104" height="184" rx="18" fill="#0e1116" stroke="#aab2bd" stroke-width="5"/><rect x="134" y="36" width="80" height="126" rx="6" fill="#0b7a3b"/><text x="174" y="112" text-anchor="middle" font-size="42" fill="#fff">112</text><circle cx="174" cy="180" r="8" fill="#aab2bd"/>',
  ),
  card(
    370,
    290,
    4,
    'Släck',
    flame(256, 202, 1.2) +
      extinguisher(92, 204, 1.5) +
      '<path d="M168 156q30 -4 48 14" fill="none" stroke="#f4f5f7" stroke-width="9" stroke-linecap="round" stroke-dasharray="2 15"/>',
  ),
)
