import type { ActiveFilters } from '#islands/url-state/filter-chips.ts'
import type { Translate } from '#locales/translate.ts'
import { type OverviewSearch, overviewHref } from './overview-url.ts'

interface OverviewFilterNames {
  path: string
  search: OverviewSearch
  t: Translate
  categories?: readonly { educationCategoryId: number; name: string }[]
  organizations: readonly { id: number; name: string }[]
}

/**
 * Returns the active filters that the page's form does not show, each with the path and query that remove it. They come
 * in the order categories, organisations, lack of a category, lack of a district. Filters of categories are on the
 * overview itself only. An organisation or category without a name is `#<id>`.
 */
export function createOverviewFilterLinks(names: OverviewFilterNames): ActiveFilters {
  const { path, search, t, categories = [], organizations } = names
  const { educationCategoryIds, organizationIds, withoutDistrict, withoutCategory } = search
  const isOverview = path === '/oversikt'
  const without = (ids: number[], one: number) => ids.filter((id) => id !== one)
  const chips = [
    ...(isOverview ? educationCategoryIds : []).map((id) => ({
      label: categories.find(({ educationCategoryId }) => educationCategoryId === id)?.name ?? `#${id}`,
      href: overviewHref(path, search, { educationCategoryIds: without(educationCategoryIds, id) }),
    })),
    ...organizationIds.map((id) => ({
      label: organizations.find((one) => one.id === id)?.name ?? `#${id}`,
      href: overviewHref(path, search, { organizationIds: without(organizationIds, id) }),
    })),
    ...(isOverview && withoutCategory
      ? [{ label: t('withoutCategory'), href: overviewHref(path, search, { withoutCategory: false }) }]
      : []),
    ...(withoutDistrict
      ? [{ label: t('withoutDistrict'), href: overviewHref(path, search, { withoutDistrict: false }) }]
      : []),
  ]
  const cleared = { organizationIds: [], withoutDistrict: false }
  const clearedCategories = isOverview ? { educationCategoryIds: [], withoutCategory: false } : {}
  return { chips, clearHref: overviewHref(path, search, { ...cleared, ...clearedCategories }) }
}
