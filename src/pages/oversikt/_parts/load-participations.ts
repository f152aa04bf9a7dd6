import type { AstroGlobal } from 'astro'
import { parseParticipationFilter, toCategoryQuery, toOverviewQuery } from '#islands/overview/overview-url.ts'
import { readOverviewSearch } from './load-overview.ts'

export const pageSize = 50

/**
 * Loads a page of the participations that a URL selects, 50 to a page. With them come the reader's saved views and the
 * organisations that its filter names. Without dates it covers the last year. The switch for completed participants is
 * ignored.
 */
export async function loadParticipations({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const { api } = locals
  const search = { ...readOverviewSearch({ locals, url }), showCompletedParticipants: false }
  const choice = parseParticipationFilter(url)
  const query = { ...toOverviewQuery(search), ...choice, ...toCategoryQuery(search) }
  const clubIds = [...search.organizationIds, ...(choice.clubId ? [choice.clubId] : [])]
  const [found, views, organizations] = await Promise.all([
    api('GET /overview/participations', { query: { ...query, page: search.page, pageSize } }),
    api('GET /SavedViews', { query: { list: 'participations' } }),
    clubIds.length > 0 ? api('GET /Organization', { query: { ids: clubIds } }) : [],
  ])
  return { search, choice, found, views, organizations }
}
