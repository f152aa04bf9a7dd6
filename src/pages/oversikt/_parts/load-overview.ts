import type { AstroGlobal } from 'astro'
import { subYears } from 'date-fns'
import { toPortalDay } from '#api/zone.ts'
import { sumFigures } from './figure-rows.ts'
import { createOverviewFilterLinks } from './overview-filter-links.ts'
import { type OverviewSearch, parseOverviewSearch, toCategoryQuery, toOverviewQuery } from './overview-url.ts'

/** Parses the search of a URL; without dates it covers the year that ends today, in Swedish days. */
export const readOverviewSearch = ({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>): OverviewSearch => {
  const { now } = locals.ctx
  return parseOverviewSearch(url, { from: toPortalDay(subYears(now, 1)), to: toPortalDay(now) })
}

/** Returns the URL of the reports with the same dates, categories and organisations. */
const reportsHref = ({ from, to, educationCategoryIds, organizationIds }: OverviewSearch) =>
  `/myeducations?${new URLSearchParams([
    ['view', 'reports'],
    ['startDate', from],
    ['endDate', to],
    ...educationCategoryIds.map((id) => ['categoryIds', String(id)]),
    ...organizationIds.map((id) => ['organizationIds', String(id)]),
  ])}`

/**
 * Loads the overview of participation in the period and scope of the URL, or of hours with `tab=hours`. Then months and
 * districts are empty, and so are the educations unless categories are chosen; `hours` is empty otherwise. `everybody`
 * are the educations of all categories, each once, and `totals` their sum. `isLong`: more than 400 educations and no
 * choice of categories or of educations without one, so that only those with participants are shown.
 */
export async function loadOverview({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const { api } = locals
  const t = locals.t('overview')
  const search = readOverviewSearch({ locals, url })
  const showsHours = url.searchParams.get('tab') === 'hours'
  const query = { ...toOverviewQuery(search), ...toCategoryQuery(search) }
  const [overview, development, views, hours, organizations] = await Promise.all([
    showsHours && search.educationCategoryIds.length === 0 ? [] : api('GET /overview', { query }),
    showsHours ? { months: [], districts: [] } : api('GET /overview/development', { query }),
    api('GET /SavedViews', { query: { list: 'overview' } }),
    showsHours ? api('GET /overview/hours', { query }) : [],
    search.organizationIds.length > 0 ? api('GET /Organization', { query: { ids: search.organizationIds } }) : [],
  ])
  const categories = overview.map((category) => ({ ...category, name: category.name || t('withoutCategory') }))
  const educations = new Map(categories.flatMap((category) => category.educations).map((one) => [one.educationId, one]))
  const everybody = [...educations.values()]
  return {
    search,
    showsHours,
    categories,
    everybody,
    development,
    views,
    hours,
    totals: sumFigures(everybody),
    active: createOverviewFilterLinks({ path: '/oversikt', search, t, categories, organizations }),
    reports: reportsHref(search),
    // A long list shows only educations with participants, unless a category is chosen.
    isLong: everybody.length > 400 && search.educationCategoryIds.length === 0 && !search.withoutCategory,
  }
}

export type LoadedOverview = Awaited<ReturnType<typeof loadOverview>>
