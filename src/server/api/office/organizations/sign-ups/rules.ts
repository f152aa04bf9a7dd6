/** Highest number of members in one sign-up. */
export const maxMembers = 50

/**
 * Adds the seats that members have reserved to the free seats of each date, by the order of the dates; null stays
 * without a limit. `ownSeats` has a list for each member, with the number of each date.
 */
export const addOwnSeats = (free: readonly (number | null)[], ownSeats: readonly (readonly number[])[]) =>
  free.map((count, date) => (count === null ? null : count + ownSeats.reduce((sum, own) => sum + (own[date] ?? 0), 0)))
