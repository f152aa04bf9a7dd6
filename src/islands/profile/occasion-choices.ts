import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { FoundOccasion, SearchResults } from '#api/office/search/contract.ts'
import { momentText } from '#locales/moments.ts'

/** The occasions that an organiser can sign a person up to, and whether the search found more than it returned. */
export interface OccasionChoices {
  occasions: FoundOccasion[]
  more: boolean
}

export const noChoices: OccasionChoices = { occasions: [], more: false }

/** Whether a text, without spaces around it, has the two characters that a search needs. */
export const isLongEnough = (text: string): boolean => text.trim().length >= 2

/**
 * Returns the occasions of a search that begin after `now` and that the reader manages, in its order and without
 * cancelled ones. `more`: the search found more than it returned.
 */
export const toOccasionChoices = (
  { occasions }: { occasions: SearchResults['occasions'] },
  now: Date,
): OccasionChoices => ({
  occasions: occasions.items.filter(({ managed, canceled, startDate }) => managed && !canceled && startDate > now),
  more: occasions.more,
})

/** Formats the title, start and city of each tied occasion, in their order. */
export const listTiedLabels = (
  tied: readonly Pick<Occasion, 'title' | 'partTitle' | 'startDate' | 'city'>[],
  language: string,
): string[] =>
  tied.map(
    ({ title, partTitle, startDate, city }) =>
      `${title ?? partTitle}, ${momentText(startDate, 'moment', language)}, ${city}`,
  )
