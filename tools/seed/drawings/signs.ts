import { box, checkers, colors, disc, line, place, shape } from './shapes.ts'

const { red, tyre, white, yellow } = colors

const flag = (x: number, turn: number, cloth: string) =>
  place(x, 320, line('M0 0V-226', '#c9d0d9', 9) + cloth, ` rotate(${turn})`)

const cloth = (fill: string) => shape('M4-226Q44-246 84-226T150-226V-132Q112-116 76-134T4-132Z', fill)

/** The flags of a marshal, one chequered. */
export const flags = () =>
  flag(120, -10, cloth(yellow)) + flag(270, 2, cloth('#2fa866')) + flag(420, 12, checkers(4, -226, 9, 6, 16))

/** A list on a board, with a pen. */
export const clipboard = () =>
  place(
    250,
    70,
    box(0, 0, 190, 236, '#8a5a2b', 12) +
      box(14, 26, 162, 196, '#fff', 4) +
      box(60, -12, 70, 34, '#8b95a5', 8) +
      [0, 1, 2, 3].map((at) => line(`M70 ${66 + at * 40}h86`, '#8b95a5', 8)).join('') +
      [0, 1, 2].map((at) => line(`M28 ${66 + at * 40}l10 10 16-20`, '#15803d', 8)).join('') +
      box(28, 176, 24, 24, '#c9d0d9', 4) +
      place(236, 60, shape('M-12 0h24v130l-12 28-12-28z', yellow) + shape('M-5 144l5 14 5-14z', tyre), ' rotate(18)'),
  )

/** A stopwatch. */
export const stopwatch = () =>
  place(
    320,
    190,
    box(-16, -146, 32, 30, '#8b95a5', 6) +
      place(74, -84, box(-10, -16, 20, 30, '#8b95a5', 5), ' rotate(42)') +
      disc(0, 0, 118, tyre) +
      disc(0, 0, 100, white) +
      Array.from(
        { length: 12 },
        (_, at) => `<path d="M0-92v14" stroke="#12161d" stroke-width="6" transform="rotate(${at * 30})"/>`,
      ).join('') +
      shape('M0 0L0-82A82 82 0 0 1 71 41Z', red, 0.25) +
      line('M0 0L54 31', red, 8) +
      line('M0 0V-56', tyre, 8) +
      disc(0, 0, 11, tyre),
  )

const cone = (x: number, y: number) =>
  place(x, y, shape('M-52 0h104v-14h-24L10-118h-20L-28-14h-24z', '#f07f1b') + shape('M-17-72h34l7 28h-48z', white))

/** Cones before a barrier, and a helmet. */
export const cones = () =>
  [
    Array.from(
      { length: 3 },
      (_, at) =>
        box(80 + at * 170, 138, 150, 26, white) +
        shape(`M${90 + at * 170} 164l26-26h30l-26 26zM${160 + at * 170} 164l26-26h30l-26 26z`, red),
    ).join(''),
    [100, 320, 540].map((x) => box(x, 130, 12, 170, '#8b95a5')).join(''),
    cone(170, 316) + cone(470, 316),
    place(
      320,
      316,
      shape('M-84 0V-60A84 80 0 0 1 84-66V-44L70 0Z', yellow) +
        shape('M4-84H78Q86-60 84-36H20Q0-40 4-84Z', '#24303f') +
        shape('M-84-30H8L14-12H-84Z', tyre),
    ),
  ].join('')

/** A board with a bend drawn on it, and those who listen. */
export const lesson = () =>
  [
    box(170, 56, 300, 178, white, 8) + box(160, 232, 320, 12, '#8b95a5', 4),
    line('M210 206V150Q210 96 270 96H330Q372 96 372 130T420 168', '#39414d', 26),
    line('M210 206V150Q210 96 270 96H330Q372 96 372 130T420 168', yellow, 4, ' stroke-dasharray="12 12"'),
    [110, 240, 400, 530]
      .map((x, at) =>
        place(
          x,
          360,
          disc(0, -88, 30, ['#f0c9a8', '#a8714a', '#e4b28c', '#7c4f33'][at] ?? '#f0c9a8') +
            shape('M-56 0Q-54-56 0-56T56 0Z', at % 2 ? tyre : '#24303f') +
            shape('M-31-88A31 31 0 0 1 31-88Z', at % 2 ? yellow : red),
        ),
      )
      .join(''),
  ].join('')
