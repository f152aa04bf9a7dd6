import { circuit } from './circuit.js'
import { arrow, car, finish, marshal, post, puddle, smoke, stretch, truck, words, zone } from './track.js'

const YELLOW = '#ffd60a'
const GREEN = '#12a150'
const BLUE = '#4aa8ff'
const RED = '#e5202b'
const MINE = '#f4f5f7'
const OTHER = '#c2410c'

const yellow = { pattern: 'gul', label: 'Gul flagga som vajas' }
const doubleYellow = [yellow, { pattern: 'gul', label: 'Ännu en gul flagga som vajas' }]
const still = (pattern, label, number) => ({ pattern, label, number, isStill: true })

const yellowScene = stretch(
  'En bil har stannat vid sidan av banan. Posten före visar gul flagga och sträckan fram till nästa post är gulmarkerad.',
  zone(0.24, 0.8, YELLOW),
  smoke(0.66, 74),
  car(0.64, 76, OTHER, { turned: 60 }),
  post(0.24, -88, YELLOW),
  post(0.8, -92, GREEN),
  car(0.1, 0, MINE),
  arrow(0.17, 0.34, 0),
  words(330, 306, 'Omkörningsförbud'),
)

const blockedScene = stretch(
  'En bil står tvärs över banan och två funktionärer arbetar bredvid den. Posten före visar två gula flaggor.',
  zone(0.24, 0.8, YELLOW, 0.42),
  smoke(0.62, -6),
  car(0.6, 6, OTHER, { turned: 88 }),
  marshal(0.53, 34),
  marshal(0.69, 40),
  post(0.24, -88, YELLOW, YELLOW),
  post(0.8, -92, GREEN),
  car(0.1, 0, MINE),
  words(330, 306, 'Beredd att stanna'),
)

const greenScene = stretch(
  'Efter olycksplatsen visar nästa post grön flagga. Sträckan före flaggan är gulmarkerad, sträckan efter är grönmarkerad.',
  zone(0, 0.62, YELLOW),
  zone(0.62, 1, GREEN, 0.5),
  car(0.3, -74, OTHER, { turned: -50 }),
  post(0.62, 92, GREEN),
  car(0.46, 0, MINE),
  arrow(0.66, 0.86, 0),
  words(150, 306, 'Vänta'),
  words(510, 306, 'Kör'),
)

const blueScene = stretch(
  'En långsammare bil håller sin linje. En snabbare bil närmar sig bakifrån och passerar på insidan efter kurvan.',
  post(0.3, -88, BLUE),
  car(0.5, 24, MINE),
  car(0.3, 4, BLUE),
  arrow(0.38, 0.86, -24, BLUE),
  words(330, 306, 'Håll din linje'),
)

const slipperyScene = stretch(
  'På banan finns en oljefläck. Längre fram kör en bärgningsbil långsamt.',
  puddle(0.42, 12),
  truck(0.8, -6),
  post(0.2, -88, [YELLOW, RED]),
  post(0.62, 92, MINE),
  car(0.12, -10, MINE),
  arrow(0.2, 0.46, -34),
)

const redScene = stretch(
  'Röda flaggor vid alla poster. Bilarna kör sakta på rad utan att köra om.',
  zone(0, 1, RED, 0.28),
  post(0.14, -88, RED),
  post(0.48, 96, RED),
  post(0.84, -88, RED),
  car(0.16, 0, OTHER),
  car(0.37, 0, MINE),
  car(0.58, 0, BLUE),
  arrow(0.68, 0.92, 0),
  words(330, 306, 'Sakta till depån'),
)

const finishScene = stretch(
  'Bilarna passerar mållinjen och rullar vidare i lägre fart.',
  finish(0.42),
  post(0.42, 94, MINE),
  car(0.2, -16, OTHER),
  car(0.34, 18, BLUE),
  car(0.6, 0, MINE),
  arrow(0.68, 0.9, 0),
  words(330, 306, 'Ett lugnt varv in'),
)

const green = { pattern: 'gron', label: 'Grön flagga som vajas' }
const blue = { pattern: 'bla', label: 'Ljusblå flagga som vajas' }
const red = { pattern: 'rod', label: 'Röd flagga som vajas' }
const white = { pattern: 'vit', label: 'Vit flagga som vajas' }
const chequered = { pattern: 'rutig', label: 'Svart-vit-rutig flagga som vajas' }
const striped = still('randig', 'Gul flagga med röda ränder som visas stilla')
const orange = still('orange', 'Svart flagga med orange cirkel, visas stilla med startnummer 27', '27')

/** Pictures of each slide, question and result. A question's picture must not reveal the answer. */
export const art = {
  spraket: { scene: circuit },
  gul: {
    variants: [
      { name: 'En gul', flags: [yellow], scene: yellowScene },
      { name: 'Två gula', flags: doubleYellow, scene: blockedScene },
    ],
  },
  gron: { flags: [green], scene: greenScene },
  bla: { flags: [blue], scene: blueScene },
  grepp: { flags: [striped, white], scene: slipperyScene },
  rod: { flags: [red], scene: redScene },
  svart: {
    flags: [
      still('svartvit', 'Flagga delad snett i svart och vitt, visas stilla med startnummer 27', '27'),
      orange,
      still('svart', 'Svart flagga, visas stilla med startnummer 27', '27'),
    ],
  },
  rutig: { flags: [chequered], scene: finishScene },
  prov: { flags: [chequered] },
  'fraga-dubbelgul': { flags: doubleYellow },
  'fraga-gul': { flags: [yellow] },
  'fraga-bla': { flags: [blue] },
  'fraga-rod': { flags: [red] },
  'fraga-orange': { flags: [orange] },
  'fraga-randig': { flags: [striped] },
  godkand: { flags: [chequered] },
  underkand: { flags: [yellow] },
}
