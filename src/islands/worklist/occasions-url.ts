import { clearableDay, day } from '../url-state/day-params.ts'
import { id, page, text } from '../url-state/params.ts'
import { type UrlStateOf, urlState } from '../url-state/url-state.ts'

const occasionsUrl = urlState('/myeducations?view=occasions', {
  // Always in the URL; without it the list begins today.
  startDate: clearableDay(),
  endDate: day(''),
  educationId: id(),
  educationPartId: id(),
  city: text(100),
  responsibleId: id(),
  page: page(),
})
/** State of the list in the URL; days are in the portal's time zone. */
export type OccasionSearch = UrlStateOf<typeof occasionsUrl>

/** Returns the path, with its query, of the first page of the list that a search selects. */
export const occasionsHref = (search: OccasionSearch): string => occasionsUrl.href(search, { page: 1 })

/**
 * Parses the search of an educator's occasions; a part without an education is dropped. `today`, `yyyy-MM-dd`, is the
 * start date where the URL has no such parameter; an empty or unusable one means no start date.
 */
export function parseOccasionSearch(from: URL | URLSearchParams, today: string): OccasionSearch {
  const search = occasionsUrl.parse(from, { startDate: today })
  // A part without an education is left over from another choice.
  return search.educationId ? search : { ...search, educationPartId: null }
}

/** Converts the state to the query of the list's call. */
export const toOccasionQuery = ({
  startDate,
  endDate,
  educationId,
  educationPartId,
  city,
  responsibleId,
  page,
}: OccasionSearch) => ({
  ...(startDate ? { startDate } : {}),
  ...(endDate ? { endDate } : {}),
  ...(educationPartId ? { educationPartId } : {}),
  ...(responsibleId ? { responsibleId } : {}),
  educationId: educationId ? [educationId] : [],
  city: city ? [city] : [],
  page,
})
