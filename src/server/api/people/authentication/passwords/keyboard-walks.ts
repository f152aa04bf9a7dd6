/** The keys of a Swedish keyboard, which has the letters and digits where an English one has them. */
const rows = ['1234567890', 'qwertyuiopå', 'asdfghjklöä', 'zxcvbnm,.-']

const places = new Map(rows.flatMap((row, down) => [...row].map((key, across) => [key, { down, across }] as const)))

/** The characters that the keys of digits write with shift, on a Swedish and on an English keyboard. */
const shifted = ['!"#¤%&/()=', '!@#$%^&*()']

/** The text as the same keys write it without shift, once for each kind of keyboard. */
export const unshifted = (text: string): string[] =>
  shifted.map((signs) =>
    [...text].map((letter) => (signs.includes(letter) ? rows[0]?.[signs.indexOf(letter)] : letter)).join(''),
  )

function areNeighbours(one: string, other: string): boolean {
  const [a, b] = [places.get(one), places.get(other)]
  return a !== undefined && b !== undefined && Math.abs(a.down - b.down) <= 1 && Math.abs(a.across - b.across) <= 1
}

/** Whether fingers walk over the keyboard: at most one step in five goes to a key that is no neighbour, as in `1qaz2wsx3edc`. */
export function isKeyboardWalk(text: string): boolean {
  const letters = [...text]
  const jumps = letters.filter((letter, at) => at > 0 && !areNeighbours(letters[at - 1] ?? '', letter)).length
  return letters.length > 1 && jumps * 5 <= letters.length
}
