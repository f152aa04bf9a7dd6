/** Ids of fewer than 32 bits were counted up from 1, so a new id has more. */
const lowestNewId = 2 ** 32

/**
 * Creates the id of a new row in a list whose rows have answers or results stored under them. The id is a random safe
 * integer, so it repeats none that the list ever had, also in another window or after the row was removed.
 */
export function newRowId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  // 20 random bits above 32 others stay below 2^53.
  return lowestNewId + (high % 2 ** 20) * 2 ** 32 + low
}
