/**
 * Formats the cell of the birth that a staged row of a member file stores: `yyyy-MM-dd`, or `yyyy-MM-dd #<hash>` with
 * the hash of the personal number when there is one.
 */
export const formatBirthCell = (birthOn: string, numberHash: string | null): string =>
  numberHash ? `${birthOn} #${numberHash}` : birthOn

/** Stands in a cell for a text that may be a personal number, and is no date of birth. */
export const hiddenCell = '?'

const withHash = /^(\d{4}-\d\d-\d\d) #.*$/

/** Removes the hash of a personal number from a stored cell; the date of birth stays, and so does any other text. */
export const removeHash = (cell: string): string => cell.replace(withHash, '$1')

/**
 * Returns a stored cell of another field than the birth, with the hidden cell for a personal number. A column may be
 * chosen for it that holds these numbers.
 */
export const hideBirth = (cell: string): string => (withHash.test(cell) ? hiddenCell : cell)
