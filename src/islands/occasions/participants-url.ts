import { figures } from '#api/participation/sign-ups/participants/rules.ts'
import { oneOf, text } from '../url-state/params.ts'
import { type UrlStateOf, urlState } from '../url-state/url-state.ts'
import { orders } from './participant-rows.ts'

export const participantsUrl = urlState('', {
  text: text(),
  order: oneOf(orders, 'name'),
  /** Shows only the people behind this figure. */
  only: oneOf(figures, null),
})
export type ParticipantSearch = UrlStateOf<typeof participantsUrl>

/**
 * Returns the path of an occasion's page with a search of its participants as the query. The first argument is the
 * page's URL, whose parameters that are not the search's stay, and come first.
 */
export function participantsHref({ pathname, searchParams }: URL, search: ParticipantSearch): string {
  const others = [...searchParams].filter(([name]) => !(name in search))
  const query = new URLSearchParams([...others, ...participantsUrl.pairs(search)])
  return query.size > 0 ? `${pathname}?${query}` : pathname
}
