import { clearableDay, day } from '../url-state/day-params.ts'
import { id, page, text } from '../url-state/params.ts'
import { type StateIn, urlState } from '../url-state/url-state.ts'

const occasionsUrl = urlState('/myeducations?view=occasions', {
  // Always written: without it the list begins today.
  startDate: clearableDay(),
  endDate: day(''),
  educationId: id(),
  educationPartId: id(),
  city: text(100),
  responsibleId: id(),
  page: page(),
})
/** Days are of the portal's own zone. */
export type OccasionSearch = StateIn<typeof occasionsUrl>

/** The first page of the list. */
export const occasionsHref = (search: OccasionSearch): string => occasionsUrl.href(search, { page: 1 })

export function parseOccasionSearch(from: URL | URLSearchParams, today: string): OccasionSearch {
  const search = occasionsUrl.parse(from, { startDate: today })
  // A part without its education is left over from another choice.
  return search.educationId ? search : { ...search, educationPartId: null }
}

/** The query of the list's call. */
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
