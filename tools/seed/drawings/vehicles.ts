import { box, colors, disc, line, number, place, shape, wheel } from './shapes.ts'

/** Colours and start number of a vehicle. */
export interface Livery {
  body: string
  stripe: string
  number: number
}

const { glass, red, steel, tyre, white, yellow } = colors

const startNumber = (x: number, y: number, value: number) => disc(x, y, 19, '#fff') + number(x, y + 7, 20, value)
const shadow = (width: number) => `<ellipse cx="0" cy="2" rx="${width}" ry="9" fill="#000" opacity=".35"/>`
const helmet = (x: number, y: number, fill: string) =>
  disc(x, y, 17, fill) + shape(`M${x - 2} ${y - 7}h19v11h-15q-6 0-4-11z`, glass)

/** A hatchback with a roof scoop, a rear wing, mud flaps and a row of lamps. */
export const rallyCar = ({ body, stripe, number: value }: Livery) =>
  [
    shadow(165),
    shape('M-150-118h44v9h-44zM-134-110h8v36h-8z', tyre),
    shape(
      'M-154-28L-148-60Q-142-74-114-78L-86-114Q-80-122-66-122H28Q42-122 52-113L92-79 138-69Q156-64 157-46V-28Z',
      body,
    ),
    shape('M-153-46L-60-62 157-52V-40L-60-48-154-34Z', stripe),
    shape('M-101-80L-76-110H-26V-80ZM-14-80V-110H26Q34-110 40-104L70-80Z', glass),
    shape('M-40-122h34l6-9h-34z', tyre),
    startNumber(-12, -54, value),
    [120, 137, 154].map((x, at) => disc(x, -76 + at * 3, 9, '#fff4cf')).join(''),
    shape('M-154-28H157V-20H-150Z', steel),
    wheel(-92, 31),
    wheel(98, 31),
    shape('M-134-26h8l-4 22h-10zM54-26h8l-4 22h-10z', red),
  ].join('')

/** A single-seater with open wheels and two wings. */
export const formulaCar = ({ body, stripe, number: value }: Livery) =>
  [
    shadow(190),
    shape('M-182-104h46v11h-46zM-182-104h9v62h-9zM-158-93h8v40h-8z', stripe),
    shape('M-164-22L-156-58-122-64-62-92Q-44-102-28-90L-16-66 34-62 70-50 182-30V-22Z', body),
    shape('M-70-22L-58-50 44-46 60-22Z', stripe),
    shape('M128-16h66v9h-66zM186-30h8v22h-8z', stripe),
    helmet(0, -72, yellow),
    line('M-24-84Q4-104 26-64', tyre, 6),
    startNumber(-100, -44, value),
    wheel(-118, 37),
    wheel(122, 32),
  ].join('')

/** A kart with its driver. */
export const kart = ({ body, stripe, number: value }: Livery) =>
  [
    shadow(150),
    box(-132, -30, 268, 9, steel, 4),
    shape('M-74-28L-62-56H34L56-28Z', body),
    shape('M86-26L104-66 128-58 142-26Z', body),
    shape('M-88-50h52v26h-52z', tyre),
    shape('M-46-58Q-60-122-22-124L8-112 42-88 36-74-4-92-12-60 52-48 92-50 90-36 20-32-40-36Z', stripe),
    line('M52-58L44-86', tyre, 6),
    line('M34-76L52-96', tyre, 7),
    helmet(-8, -140, white),
    startNumber(116, -42, value),
    wheel(-92, 27),
    wheel(98, 23),
  ].join('')

/** An old saloon that has been through many races, with its number on the roof. */
export const folkraceCar = ({ body, stripe, number: value }: Livery) =>
  [
    shadow(168),
    shape('M-46-116L-46-124H26V-116Z', tyre),
    box(-50, -158, 80, 36, '#fff', 4) + number(-10, -131, 28, value),
    shape('M-160-32L-157-74-106-80-78-118H42L78-80 152-74 158-32Z', body),
    shape('M-18-80H72L66-34H-20Z', stripe),
    shape('M-94-80L-70-110H-26V-80ZM-14-80V-110H36L62-80Z', glass),
    line('M-84-92H-26M-76-101H-26M-64-110V-80M-46-110V-80M-14-95H48M6-110V-80M26-110V-80', '#9aa4b2', 2),
    line('M-150-56L-118-50-96-58M96-60L112-52 140-58', '#000', 4, ' opacity=".35"'),
    shape('M-168-44h14v16h-14zM150-46h22v18h-22z', steel),
    disc(142, -60, 8, tyre),
    [-140, -64, -52, 60, 132, 120].map((x, at) => disc(x, -36 - (at % 3) * 7, 8 - (at % 3), '#6b4a2b')).join(''),
    wheel(-96, 31),
    wheel(98, 31),
  ].join('')

/** A buggy of tubes on long springs. */
export const crosskart = ({ body, stripe, number: value }: Livery) =>
  [
    line('M-110-36L-92-84-40-92M106-34L84-70', '#8b95a5', 8),
    line('M-98-60L-104-36M88-64L104-36', yellow, 7, ' stroke-dasharray="5 7"'),
    shape('M-70-34L-86-70-30-78 66-66 136-46 128-34Z', body),
    shape('M-60-34L-66-48 132-42 128-34Z', stripe),
    helmet(-8, -100, white),
    shape('M-32-78Q-28-92-8-86L26-68-26-72Z', tyre),
    line('M-72-70L-40-134H10L66-66M-40-134L-56-70M10-134L14-74', stripe, 8),
    shape('M-66-150h92v10h-92z', body),
    startNumber(-58, -64, value),
    wheel(-112, 37),
    wheel(108, 33),
  ].join('')

/** A rail with a long nose, a giant rear wheel and a wing high above it. */
export const dragster = ({ body, stripe, number: value }: Livery) =>
  [
    shadow(230),
    shape('M-232-128h66v12h-66zM-232-134h8v26h-8z', stripe),
    line('M-196-118L-172-52M-178-118L-156-56', '#8b95a5', 6),
    shape('M-206-24L-196-58-120-70-70-74-52-50 236-18V-10H-196Z', body),
    shape('M-52-50L236-18V-14L-60-36Z', stripe),
    line('M-104-70L-92-106-66-102-58-56', tyre, 7),
    helmet(-80, -82, yellow),
    shape('M-150-62h40v-20h-40z', '#9aa4b2'),
    [-146, -134, -122].map((x) => line(`M${x}-78L${x - 14}-98`, '#c9d0d9', 7)).join(''),
    startNumber(-28, -34, value),
    wheel(-164, 52),
    wheel(218, 19),
  ].join('')

/** A low coupé with a big wing. */
export const driftCar = ({ body, stripe, number: value }: Livery) =>
  [
    shadow(168),
    shape('M-164-112h52v9h-52zM-146-104h8v34h-8z', tyre),
    shape('M-158-24L-156-62Q-128-76-98-78L-46-112Q-26-120 18-116L68-82 136-70Q160-62 160-42L158-24Z', body),
    shape('M-157-50L20-64 160-46V-34L20-48-158-34Z', stripe),
    shape('M-78-80L-38-106Q-24-110-6-109V-80ZM6-80V-109L18-108 52-82Z', glass),
    startNumber(22, -54, value),
    disc(146, -58, 7, '#fff4cf'),
    shape('M-162-26H162V-16H-158Z', tyre),
    wheel(-100, 31),
    place(104, -31, `<g transform="scale(.82 1)">${wheel(0, 31, 0)}</g>`),
  ].join('')
