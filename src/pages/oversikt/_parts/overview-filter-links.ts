import type { Translate } from '#locales/translate.ts'
import { type OverviewSearch, overviewHref } from './overview-url.ts'

interface ActiveOverviewFilters {
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
export function createOverviewFilterLinks({ path, search, t, categories = [], organizations }: ActiveOverviewFilters) {
  const { educationCategoryIds, organizationIds, withoutDistrict, withoutCategory } = search
  const without = (ids: number[], one: number) => ids.filter((id) => id !== one)
  return [
    ...(path === '/oversikt' ? educationCategoryIds : []).map((id) => ({
      label: categories.find(({ educationCategoryId }) => educationCategoryId === id)?.name ?? `#${id}`,
      href: overviewHref(path, search, { educationCategoryIds: without(educationCategoryIds, id) }),
    })),
    ...organizationIds.map((id) => ({
      label: organizations.find((one) => one.id === id)?.name ?? `#${id}`,
      href: overviewHref(path, search, { organizationIds: without(organizationIds, id) }),
    })),
    ...(path === '/oversikt' && withoutCategory
      ? [{ label: t('withoutCategory'), href: overviewHref(path, search, { withoutCategory: false }) }]
      : []),
    ...(withoutDistrict
      ? [{ label: t('withoutDistrict'), href: overviewHref(path, search, { withoutDistrict: false }) }]
      : []),
  ]
}
