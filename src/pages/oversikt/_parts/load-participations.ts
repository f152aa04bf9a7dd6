import type { AstroGlobal } from 'astro'
import { participationOrders } from '#api/office/overview/rules.ts'
import { readListView } from '#components/lists/list-view.ts'
import { readOverviewSearch } from './load-overview.ts'
import { parseParticipationFilter, toCategoryQuery, toOverviewQuery } from './overview-url.ts'

const columns = ['name', 'education', 'signedUp', 'completed'] as const

/**
 * Loads a page of the participations that a URL selects, in its order and page size, 50 to a page by default. With them
 * come the reader's saved views and the organisations that its filter names. Without dates it covers the last year. The
 * switch for completed participants is ignored.
 */
export async function loadParticipations({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const { api } = locals
  const view = readListView(url, { orders: participationOrders, columns, pageSize: 50 })
  const { sort, descending, pageSize } = view
  const search = { ...readOverviewSearch({ locals, url }), showCompletedParticipants: false }
  const choice = parseParticipationFilter(url)
  const query = { ...toOverviewQuery(search), ...choice, ...toCategoryQuery(search) }
  const clubIds = [...search.organizationIds, ...(choice.clubId ? [choice.clubId] : [])]
  const [found, views, organizations] = await Promise.all([
    api('GET /overview/participations', { query: { ...query, sort, descending, page: search.page, pageSize } }),
    api('GET /SavedViews', { query: { list: 'participations' } }),
    clubIds.length > 0 ? api('GET /Organization', { query: { ids: clubIds } }) : [],
  ])
  return { view, search, choice, found, views, organizations }
}

export type LoadedParticipations = Awaited<ReturnType<typeof loadParticipations>>
