import type { AstroGlobal } from 'astro'
import { participantOrders } from '#api/office/overview/rules.ts'
import { type ListView, readListView } from '#components/lists/list-view.ts'
import { nullIfRefused } from '#components/refusal-fallbacks.ts'
import { readOverviewSearch } from './load-overview.ts'
import { createOverviewFilterLinks } from './overview-filter-links.ts'
import { educationPath, type OverviewSearch, overviewHref, partPath, toOverviewQuery } from './overview-url.ts'

const columns = ['name', 'organizations', 'parts', 'signedUp', 'completed'] as const
export type ParticipantView = ListView<keyof typeof participantOrders, (typeof columns)[number]>

/**
 * Reads order, columns and page size of the participants from a URL; 50 to a page by default. Unusable values have
 * their defaults.
 */
export const readParticipantView = (url: URL): ParticipantView =>
  readListView(url, { orders: participantOrders, columns, pageSize: 50 })

/**
 * Parses an id in a URL of the overview. Returns 0, which no row has, for anything but one to nine digits without
 * leading zero.
 */
export const parseOverviewId = (text: string | undefined): number =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : 0

/**
 * Returns the query of the participants that a search selects, with its page, in the order and with the page size of a
 * view. Who has completed the education is included only when the search asks for it.
 */
export const toParticipantsQuery = (search: OverviewSearch, { sort, descending, pageSize }: ParticipantView) => ({
  ...toOverviewQuery(search),
  ...(search.state && { state: search.state }),
  ...(search.showCompletedParticipants && { showCompletedParticipants: search.showCompletedParticipants }),
  sort,
  descending,
  page: search.page,
  pageSize,
})

/**
 * Loads the figures of an education and its parts in the period and scope of the URL. Months, districts and a page of
 * participants, 50 unless the URL has another size, come along. Null when there is no education that the reader may
 * see. `active` are the active filters that the form does not show.
 */
export async function loadOverviewEducation({ locals, params, url }: Pick<AstroGlobal, 'locals' | 'params' | 'url'>) {
  const { api } = locals
  const id = parseOverviewId(params['educationId'])
  const path = educationPath(id)
  const search = readOverviewSearch({ locals, url })
  const query = toOverviewQuery(search)
  const view = readParticipantView(url)
  const [education, development, people, organizations] = await Promise.all([
    id
      ? api('GET /overview/education/:educationId', { params: { educationId: id }, query }).catch(nullIfRefused)
      : null,
    api('GET /overview/development', { query: { ...query, educationId: id || 1 } }),
    api('GET /overview/education/:educationId/results', {
      params: { educationId: id || 1 },
      query: toParticipantsQuery(search, view),
    }),
    search.organizationIds.length > 0 ? api('GET /Organization', { query: { ids: search.organizationIds } }) : [],
  ])
  if (!education) return null
  const partRows = education.parts.map(({ educationPartId, title, type: _, people: __, ...figures }) => ({
    name: title,
    href: overviewHref(partPath(id, educationPartId), search),
    figures,
    hrefOf: (state: keyof typeof figures) =>
      `${overviewHref(partPath(id, educationPartId), search, { state })}#deltagare`,
  }))
  const active = createOverviewFilterLinks({ path, search, t: locals.t('overview'), organizations })
  return { view, id, path, search, education, development, people, partRows, active }
}
