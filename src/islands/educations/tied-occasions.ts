import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { fewest } from '#api/participation/tags/rules.ts'

/** What is chosen along with an occasion, of all that the education offers; in the order of time. */
export const tiedTo = (occasion: Pick<Occasion, 'id' | 'tagId'>, all: readonly Occasion[]): Occasion[] =>
  occasion.tagId === null
    ? []
    : all
        .filter(({ id, tagId, canceled }) => tagId === occasion.tagId && id !== occasion.id && !canceled)
        .sort((a, b) => a.startDate.getTime() - b.startDate.getTime())

/** Seats left for who must take all of them. */
export const seatsOn = (set: readonly Pick<Occasion, 'availableSpots'>[]): number | null =>
  fewest(set.map(({ availableSpots }) => availableSpots))
