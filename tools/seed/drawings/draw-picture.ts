import { createDraw, type Draw } from '#story/draw.ts'
import { arena, circuit, dust, earth, forest, groundY, ramp, sky, strip } from './grounds.ts'
import { box, colors, place } from './shapes.ts'
import { clipboard, cones, flags, lesson, stopwatch } from './signs.ts'
import { crosskart, dragster, driftCar, folkraceCar, formulaCar, kart, type Livery, rallyCar } from './vehicles.ts'

type Scene = (draw: Draw, livery: Livery) => string

const stage = () => box(0, 300, 640, 60, '#0b1220') + box(0, 300, 640, 5, colors.yellow)

/** Motifs of the educations for officials, leaders and boards, in the order of their numbers. */
const signs = [flags, cones, clipboard, flags, clipboard, stopwatch, stopwatch, lesson, clipboard, lesson, cones, cones]

const scenes: Record<string, Scene> = {
  RAL: (draw, livery) =>
    forest(draw) + dust(draw, '#e5d7c3', 190) + place(338, groundY, rallyCar(livery), ' scale(1.12)'),
  RAC: (draw, livery) => circuit(draw) + place(320, groundY + 18, formulaCar(livery), ' scale(1.2)'),
  KAR: (draw, livery) => circuit(draw) + place(320, groundY + 20, kart(livery), ' scale(1.24)'),
  FOL: (draw, livery) =>
    earth(draw) + dust(draw, '#8a6a45', 180) + place(334, groundY + 14, folkraceCar(livery), ' scale(1.12)'),
  RCX: (draw, livery) =>
    earth(draw) +
    ramp() +
    dust(draw, '#8a6a45', 200) +
    place(388, 214, crosskart(livery), ` rotate(${draw.between(-16, -8)}) scale(1.14)`),
  DRA: (draw, livery) => strip() + dust(draw, '#fff', 150) + place(300, groundY + 16, dragster(livery)),
  DRI: (draw, livery) =>
    arena(draw) +
    place(340, groundY + 16, driftCar(livery), ' rotate(-2) scale(1.12)') +
    dust(draw, '#fff', 250) +
    dust(draw, '#fff', 190),
}

const liveryFrom = (draw: Draw): Livery => {
  const [body, stripe] = draw.pick([
    ['#f6f7f9', '#1450d2'],
    ['#f6f7f9', '#d92f3c'],
    ['#ffc42e', '#12161d'],
    ['#1450d2', '#ffc42e'],
    ['#c9d0d9', '#d92f3c'],
    ['#12161d', '#ffc42e'],
  ] as const)
  return { body, stripe, number: draw.between(2, 98) }
}

/** Draws the picture of an education: the sport of its branch, in the branch's colour, different for each code. */
export function drawPicture(code: string, color: string): string {
  const draw = createDraw(`picture/${code}`)
  const scene = scenes[code.slice(0, 3)]
  const sign = signs[(Number(code.slice(4)) - 1) % signs.length] ?? flags
  const motif = scene ? scene(draw, liveryFrom(draw)) : stage() + sign()
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360" role="presentation">${sky(draw, color)}${motif}</svg>`
}
