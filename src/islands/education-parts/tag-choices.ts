import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { Tag } from '#api/participation/tags/contract.ts'

export type TaggableOccasion = Pick<
  Occasion,
  'id' | 'educationPartId' | 'tagId' | 'bookedCount' | 'canceled' | 'startDate' | 'endDate' | 'city'
>

/**
 * Lists the occasions of a part that a tag may hold, in their order: its own, and future ones without tag and sign-ups.
 * Cancelled ones are left out.
 */
export const listChoices = (
  partId: number,
  tagId: number | null,
  occasions: readonly TaggableOccasion[],
  now: Date,
): TaggableOccasion[] =>
  occasions.filter(
    (one) =>
      one.educationPartId === partId &&
      !one.canceled &&
      ((tagId !== null && one.tagId === tagId) ||
        (one.tagId === null && one.bookedCount === 0 && one.startDate.getTime() > now.getTime())),
  )

/**
 * Returns the initial form values: the id of the tag's occasion by part id, for the parts that have one. Empty for a
 * new tag.
 */
export const initialChoice = (tag: Tag | null, occasions: readonly TaggableOccasion[]): Record<number, number> =>
  Object.fromEntries(
    occasions.filter(({ id }) => tag?.occasionIds.includes(id)).map(({ educationPartId, id }) => [educationPartId, id]),
  )
