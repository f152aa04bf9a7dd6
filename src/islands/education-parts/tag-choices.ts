import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { Tag } from '#api/participation/tags/contract.ts'

export type Tied = Pick<
  Occasion,
  'id' | 'educationPartId' | 'tagId' | 'bookedCount' | 'canceled' | 'startDate' | 'endDate' | 'city'
>

/** The occasions of a part that a tag may tie: its own, and those to come that are free and that nobody is on. */
export const choicesFor = (partId: number, tagId: number | null, occasions: readonly Tied[], now: Date): Tied[] =>
  occasions.filter(
    (one) =>
      one.educationPartId === partId &&
      !one.canceled &&
      ((tagId !== null && one.tagId === tagId) ||
        (one.tagId === null && one.bookedCount === 0 && one.startDate.getTime() > now.getTime())),
  )

/** What the form begins with: the tag's occasion of each part. */
export const chosenIn = (tag: Tag | null, occasions: readonly Tied[]): Record<number, number> =>
  Object.fromEntries(
    occasions.filter(({ id }) => tag?.occasionIds.includes(id)).map(({ educationPartId, id }) => [educationPartId, id]),
  )
