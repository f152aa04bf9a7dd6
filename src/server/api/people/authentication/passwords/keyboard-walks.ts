/** Rows of a Swedish keyboard; letters and digits are placed as on an English one. */
const rows = ['1234567890', 'qwertyuiopå', 'asdfghjklöä', 'zxcvbnm,.-']

const places = new Map(rows.flatMap((row, down) => [...row].map((key, across) => [key, { down, across }] as const)))

/** Characters of the digit keys with shift, on a Swedish and on an English keyboard. */
const shifted = ['!"#¤%&/()=', '!@#$%^&*()']

/**
 * Returns a text with the digits of the keys in place of the signs above them, for a Swedish and for an English
 * keyboard. All other characters stay, capitals too, so the caller passes lower case. Without such signs both texts are
 * the same.
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
 * Returns whether a text in lower case of at least two characters follows neighbouring keys of a Swedish keyboard, as
 * `1qaz2wsx3edc` does. Digits and signs are keys too. A key is also its own neighbour. At most one step for every five
 * characters may go to another key.
 */
export function isKeyboardWalk(text: string): boolean {
  const letters = [...text]
  const jumps = letters.filter((letter, at) => at > 0 && !areNeighbours(letters[at - 1] ?? '', letter)).length
  return letters.length > 1 && jumps * 5 <= letters.length
}
