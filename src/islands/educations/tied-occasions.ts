import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { findFewestSeats } from '#api/participation/tags/rules.ts'

/**
 * Lists the other occasions of `all` that must be chosen together with this one, as they share its tag, by start.
 * Cancelled ones are left out; none without a tag.
 */
export const listTiedOccasions = (occasion: Pick<Occasion, 'id' | 'tagId'>, all: readonly Occasion[]): Occasion[] =>
  occasion.tagId === null
    ? []
    : all
        .filter(({ id, tagId, canceled }) => tagId === occasion.tagId && id !== occasion.id && !canceled)
        .sort((a, b) => a.startDate.getTime() - b.startDate.getTime())

/** Returns the lowest number of available seats among the occasions; null when all are unlimited. */
export const countSeats = (set: readonly Pick<Occasion, 'availableSpots'>[]): number | null =>
  findFewestSeats(set.map(({ availableSpots }) => availableSpots))
