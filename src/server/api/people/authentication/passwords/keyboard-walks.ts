/** Rows of a Swedish keyboard; letters and digits are placed as on an English one. */
const rows = ['1234567890', 'qwertyuiopå', 'asdfghjklöä', 'zxcvbnm,.-']

const places = new Map(rows.flatMap((row, down) => [...row].map((key, across) => [key, { down, across }] as const)))

/** Characters of the digit keys with shift, on a Swedish and on an English keyboard. */
const shifted = ['!"#¤%&/()=', '!@#$%^&*()']

/**
 * Returns the texts that the same keys write without shift, one for each keyboard that the portal knows: signs above
 * the digits become the digits. Other letters stay.
 */
export const withoutShift = (text: string): string[] =>
  shifted.map((signs) =>
    [...text].map((letter) => (signs.includes(letter) ? rows[0]?.[signs.indexOf(letter)] : letter)).join(''),
  )

function areNeighbours(key: string, otherKey: string): boolean {
  const [a, b] = [places.get(key), places.get(otherKey)]
  return a !== undefined && b !== undefined && Math.abs(a.down - b.down) <= 1 && Math.abs(a.across - b.across) <= 1
}

/**
 * True when a text of at least two letters follows neighbouring keys of a keyboard, as `1qaz2wsx3edc` does; at most one
 * step in five may go to another key.
 */
export function isKeyboardWalk(text: string): boolean {
  const letters = [...text]
  const jumps = letters.filter((letter, at) => at > 0 && !areNeighbours(letters[at - 1] ?? '', letter)).length
  return letters.length > 1 && jumps * 5 <= letters.length
}
