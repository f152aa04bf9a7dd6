import type { Draw } from '#story/draw.ts'
import { box, checkers, colors, disc, line, place, shape } from './shapes.ts'

/** The height at which vehicles stand. */
export const groundY = 284

/** A sky in the colour of the branch, with a sun and hills that differ between pictures. */
export function sky(draw: Draw, color: string): string {
  const [x, y] = [draw.between(90, 550), draw.between(70, 120)]
  const [a, b, c] = [draw.between(150, 200), draw.between(120, 190), draw.between(150, 210)]
  return [
    '<defs><linearGradient id="g" x2="0" y2="1">',
    `<stop stop-color="${color}"/><stop offset=".8" stop-color="${color}" stop-opacity=".6"/></linearGradient></defs>`,
    box(0, 0, 640, 360, '#f6f7f9') + box(0, 0, 640, 360, 'url(#g)'),
    disc(x, y, 92, '#fff', 0.08) + disc(x, y, 62, '#fff', 0.12) + disc(x, y, 36, '#fff', 0.75),
    shape(`M0 ${a}Q120 ${a - 40} 230 ${b + 20}T460 ${c}T640 ${b}V300H0Z`, '#0b1220', 0.25),
    shape(`M0 ${c + 30}Q160 ${b + 20} 320 ${c + 26}T640 ${a + 28}V300H0Z`, '#0b1220', 0.32),
  ].join('')
}

const spruce = (x: number, y: number, height: number) =>
  shape(
    `M${x} ${y - height}l${height * 0.2} ${height * 0.45}h-${height * 0.08}l${height * 0.18} ${height * 0.55}h-${height * 0.6}l${height * 0.18}-${height * 0.55}h-${height * 0.08}Z`,
    '#0b1220',
    0.72,
  )

/** Spruces along a gravel road. */
export const forest = (draw: Draw) =>
  [
    Array.from({ length: 13 }, (_, at) => spruce(at * 53 + draw.between(-16, 16), 262, draw.between(70, 150))).join(''),
    box(0, 258, 640, 102, '#8a7660') + box(0, 258, 640, 12, '#6f5d49'),
    Array.from({ length: 26 }, () =>
      disc(draw.between(0, 640), draw.between(280, 354), draw.between(2, 4), '#6f5d49'),
    ).join(''),
  ].join('')

/** Dust or smoke behind the rear wheels. */
export const dust = (draw: Draw, fill: string, x: number) =>
  Array.from({ length: 9 }, (_, at) =>
    disc(x - at * 16 + draw.between(-8, 8), groundY - 14 - at * 5 - draw.between(0, 14), 16 + at * 4, fill, 0.34),
  ).join('')

const curb = (y: number) =>
  box(0, y, 640, 13, '#fff') +
  shape(Array.from({ length: 10 }, (_, at) => `M${at * 64} ${y}h32v13h-32z`).join(''), colors.red)

/** Asphalt between curbs, with a stand full of people behind. */
export function circuit(draw: Draw): string {
  const left = draw.between(20, 300)
  const people = Array.from({ length: 36 }, (_, at) =>
    disc(left + 22 + (at % 12) * 22, 186 + Math.floor(at / 12) * 18, 7, draw.pick(['#fff', '#ffc42e', '#c9d0d9']), 0.8),
  ).join('')
  return [
    shape(`M${left} 238V176l20-34H${left + 296}V238Z`, '#12161d', 0.72),
    people,
    shape(`M${left - 8} 148l20-18H${left + 304}v18Z`, '#fff', 0.85),
    box(0, 232, 640, 26, '#c9d0d9') + box(0, 240, 640, 4, '#8b95a5'),
    box(0, 258, 640, 102, '#39414d'),
    curb(256),
    line('M0 340H640', '#fff', 4, ' stroke-dasharray="46 34" opacity=".7"'),
  ].join('')
}

/** A course of earth behind a row of tyres. */
export const earth = (draw: Draw) =>
  [
    Array.from({ length: 17 }, (_, at) =>
      disc(at * 40 + draw.between(-3, 3), 248, 19, at % 3 ? '#12161d' : '#f6f7f9'),
    ).join(''),
    Array.from({ length: 17 }, (_, at) => disc(at * 40, 248, 8, '#39414d')).join(''),
    shape('M0 262Q160 250 320 262T640 258V360H0Z', '#5d4429'),
    shape('M0 318Q200 300 380 322T640 314V360H0Z', '#4b3620'),
  ].join('')

/** A ramp of earth to jump from. */
export const ramp = () => shape('M0 300Q150 292 250 226L282 222 300 300H640V360H0Z', '#4b3620')

const lamp = (y: number, fill: string) => disc(0, y, 10, fill) + disc(26, y, 10, fill)

/** A strip with its start lights and the line at the end. */
export const strip = () =>
  [
    box(0, 236, 640, 22, '#c9d0d9') + checkers(0, 236, 58, 2, 11),
    box(0, 258, 640, 102, '#39414d'),
    line('M0 338H640', '#ffc42e', 5),
    place(
      566,
      92,
      box(9, 0, 8, 172, '#12161d') +
        box(-16, -16, 58, 140, '#12161d', 8) +
        [0, 26, 52].map((y) => lamp(y, colors.yellow)).join('') +
        lamp(80, '#3ddc84') +
        lamp(106, '#5a1f25'),
    ),
  ].join('')

/** Asphalt at night, with masts of light. */
export const arena = (draw: Draw) =>
  [
    [80, 300, 540]
      .map((x) =>
        place(
          x + draw.between(-30, 30),
          70,
          box(-3, 20, 6, 180, '#12161d') +
            box(-34, 0, 68, 22, '#12161d', 4) +
            [-22, 0, 22].map((at) => disc(at, 11, 8, '#fff4cf')).join(''),
        ),
      )
      .join(''),
    box(0, 236, 640, 24, '#12161d') + line('M0 248H640', colors.yellow, 5, ' stroke-dasharray="40 40"'),
    box(0, 258, 640, 102, '#343b46'),
    line('M0 350Q260 270 660 330', '#12161d', 9, ' opacity=".5"') +
      line('M0 330Q260 256 660 312', '#12161d', 7, ' opacity=".4"'),
  ].join('')
